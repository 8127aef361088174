import type { Answer, TestServer } from '../../../server/test/test-server.ts';
import type { WalletInPlay } from './wallet-in-play.ts';

/** A quote that was made and may still be acted on. */
export interface OpenPayment {
  readonly quoteId: string;
  readonly transactionId: string;
}

/** A place that payments of the run start from or go to. */
export interface Place {
  readonly accountId: string;
  readonly currency: string;
  /** Whose account it is. */
  readonly customerId: string;
}

export interface CardInPlay {
  readonly cardId: string;
  readonly customerId: string;
  /** What may pay for it, the account in its own currency first. */
  readonly accounts: readonly string[];
  isClosed: boolean;
}

/** A transaction of a card. */
export interface Spent {
  readonly cardId: string;
  readonly transactionId: string;
}

/** A program with a policy, which pays for one customer. */
export interface AgentInPlay {
  readonly agentId: string;
  readonly accessToken: string;
  readonly customerId: string;
  /** What it has priced and may still ask for. */
  readonly quotes: string[];
}

export interface World {
  readonly customers: readonly string[];
  readonly sources: readonly Place[];
  readonly destinations: readonly Place[];
  /** Bank accounts that money is taken from. */
  readonly pulled: readonly string[];
  readonly cards: CardInPlay[];
  readonly agents: AgentInPlay[];
  /** Only where wallets are played. */
  readonly wallets: readonly WalletInPlay[];
}

/** One walk: the server, what exists, and what the present action draws from. */
export interface Play {
  readonly server: TestServer;
  readonly world: World;
  readonly open: OpenPayment[];
  readonly spent: Spent[];
  /** How many answers there were of each status and code. */
  readonly answers: Map<string, number>;
  /** From 0 to 1, the same for the same seed. */
  chance: () => number;
  payments: number;
  cardTransactions: number;
  /** What the owners of wallets have signed, and was done. */
  signed: number;
}

export function pick<T>({ chance }: Pick<Play, 'chance'>, among: readonly T[]): T {
  const chosen = among[Math.floor(chance() * among.length)];
  if (chosen === undefined) throw new Error('there is nothing to pick from');
  return chosen;
}

/** Small amounts often, large ones seldom, so that some exceed balances and limits. */
export function pickAmount({ chance }: Play): number {
  return Math.max(1, Math.floor(10 ** (chance() * 7)));
}

/** Sends and counts. A refusal is expected; an error of the server ends the walk. */
export async function ask(
  { server, answers }: Play,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  const answer = await server.request(method, path, body, headers);
  if (answer.status >= 500) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  const outcome = answer.status < 400 ? String(answer.status) : `${answer.status} ${answer.body.code}`;
  answers.set(outcome, (answers.get(outcome) ?? 0) + 1);
  return answer;
}

/** Begins a payment with a quote. */
export async function begin(play: Play, request: object): Promise<void> {
  const { status, body } = await ask(play, 'POST', '/quotes', request);
  if (status !== 201) return;
  play.payments += 1;
  play.open.push({ quoteId: body.id, transactionId: body.transactionId });
}
