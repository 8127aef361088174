import { ApiError, NoAnswerError, orThrow, type PaymentsClient } from '@payments-platform/client';

export const steps = ['quote', 'execute', 'read'] as const;
export type Step = (typeof steps)[number];

type AccountId = `InternalAccount:${string}`;
type PayeeId = `ExternalAccount:${string}` | AccountId;

export function isAccountId(text: string): text is AccountId {
  return text.startsWith('InternalAccount:');
}

export function isPayeeId(text: string): text is PayeeId {
  return text.startsWith('ExternalAccount:') || isAccountId(text);
}

/** Whose money goes where. */
export interface Route {
  readonly accountId: AccountId;
  readonly payeeId: PayeeId;
}

export interface Paying {
  readonly client: PaymentsClient;
  readonly amountMinor: number;
  /** Reads the transaction again and again until the payment has come to its end. */
  readonly untilSettled: boolean;
  /** Ends what is open. */
  readonly signal: AbortSignal;
  /** Told how long each request took. */
  readonly onStep: (step: Step, ms: number) => void;
}

const underWay: ReadonlySet<string> = new Set(['CREATED', 'PENDING', 'PROCESSING']);
const pollMs = 250;

/** One payment as an integrator makes it: a quote, its execution, and a look at what came of it. */
export async function pay({ accountId, payeeId }: Route, paying: Paying): Promise<void> {
  const { client, amountMinor, untilSettled, signal, onStep } = paying;
  const timed = async <Answer>(step: Step, request: Promise<Answer>): Promise<Answer> => {
    const begunMs = performance.now();
    const answer = await request;
    onStep(step, performance.now() - begunMs);
    return answer;
  };
  const body = {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: payeeId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amountMinor,
  } as const;
  const { id: quoteId, transactionId } = await timed('quote', orThrow(client.POST('/quotes', { body, signal })));
  await timed('execute', orThrow(client.POST('/quotes/{quoteId}/execute', { params: { path: { quoteId } }, signal })));
  const read = () =>
    timed(
      'read',
      orThrow(client.GET('/transactions/{transactionId}', { params: { path: { transactionId } }, signal })),
    );
  for (let { status } = await read(); untilSettled && underWay.has(status); { status } = await read()) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** Whether somebody has said no. Otherwise nobody answered, and the payment may have been made. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** A short name for what went wrong, to count by. */
export function faultOf(error: unknown): string {
  if (error instanceof ApiError) return error.code ?? `HTTP_${error.status}`;
  if (error instanceof NoAnswerError) {
    const [, code] = /\b(E[A-Z]{4,}|UND_ERR_[A-Z_]+)\b/.exec(error.message) ?? [];
    return code === undefined ? 'NO_ANSWER' : `NO_ANSWER_${code}`;
  }
  throw error;
}
