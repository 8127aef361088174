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

/** The accounts of the payment. */
export interface Route {
  readonly accountId: AccountId;
  readonly payeeId: PayeeId;
}

export interface Paying {
  readonly client: PaymentsClient;
  readonly amountMinor: number;
  /** Polls the transaction until the payment has ended. */
  readonly untilSettled: boolean;
  /** Aborts open payments. */
  readonly signal: AbortSignal;
  /** Called with the duration of each request. */
  readonly onStep: (step: Step, ms: number) => void;
}

const underWay: ReadonlySet<string> = new Set(['CREATED', 'PENDING', 'PROCESSING']);
const pollMs = 250;

/** One payment as an integrator makes it: a quote, its execution, and a read of the result. */
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

/** Whether the payment was refused. Otherwise there was no response, and it may have been made. */
export function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** A short name of the error, for counting. */
export function faultOf(error: unknown): string {
  if (error instanceof ApiError) return error.code ?? `HTTP_${error.status}`;
  if (error instanceof NoAnswerError) {
    const [, code] = /\b(E[A-Z]{4,}|UND_ERR_[A-Z_]+)\b/.exec(error.message) ?? [];
    return code === undefined ? 'NO_ANSWER' : `NO_ANSWER_${code}`;
  }
  throw error;
}
