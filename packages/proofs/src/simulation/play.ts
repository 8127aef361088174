import type { Answer, TestServer } from '../../../server/test/test-server.ts';
import type { WalletInPlay } from './wallet-in-play.ts';

/** A quote of the run that can still be used. */
export interface OpenPayment {
  readonly quoteId: string;
  readonly transactionId: string;
}

/** A source or destination of payments of the run. */
export interface Place {
  readonly accountId: string;
  readonly currency: string;
  /** The owner of the account. */
  readonly customerId: string;
}

export interface CardInPlay {
  readonly cardId: string;
  readonly customerId: string;
  /** The possible funding sources, the account in its own currency first. */
  readonly accounts: readonly string[];
  isClosed: boolean;
}

/** A transaction of a card. */
export interface Spent {
  readonly cardId: string;
  readonly transactionId: string;
}

/** An agent with a policy, which pays for one customer. */
export interface AgentInPlay {
  readonly agentId: string;
  readonly accessToken: string;
  readonly customerId: string;
  /** Its quotes that can still be requested. */
  readonly quotes: string[];
}

export interface World {
  readonly customers: readonly string[];
  readonly sources: readonly Place[];
  readonly destinations: readonly Place[];
  /** Bank accounts for direct debits. */
  readonly pulled: readonly string[];
  readonly cards: CardInPlay[];
  readonly agents: AgentInPlay[];
  /** Only if wallets are played. */
  readonly wallets: readonly WalletInPlay[];
}

/** One walk: the server, the existing resources, and the random source of the current action. */
export interface Play {
  readonly server: TestServer;
  readonly world: World;
  readonly open: OpenPayment[];
  readonly spent: Spent[];
  /** The number of responses by status and code. */
  readonly answers: Map<string, number>;
  /** A number from 0 to 1, the same for the same seed. */
  chance: () => number;
  payments: number;
  cardTransactions: number;
  /** The requests that owners of wallets have signed and that took effect. */
  signed: number;
}

export function pick<T>({ chance }: Pick<Play, 'chance'>, among: readonly T[]): T {
  const chosen = among[Math.floor(chance() * among.length)];
  if (chosen === undefined) throw new Error('there is nothing to pick from');
  return chosen;
}

/** Mostly small amounts, some large, so that some exceed balances and limits. */
export function pickAmount({ chance }: Play): number {
  return Math.max(1, Math.floor(10 ** (chance() * 7)));
}

/** Sends a request and counts its response. A refusal is expected; a server error ends the walk. */
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

/** Starts a payment with a quote. */
export async function begin(play: Play, request: object): Promise<void> {
  const { status, body } = await ask(play, 'POST', '/quotes', request);
  if (status !== 201) return;
  play.payments += 1;
  play.open.push({ quoteId: body.id, transactionId: body.transactionId });
}
