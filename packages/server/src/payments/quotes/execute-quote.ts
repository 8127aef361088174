import type { Quote, RequestedScaFactor } from '@payments-platform/types';
import { isTrusted } from '../../accounts/external/find-external-account.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Handler, isRefusal, type Outcome, prepared, type Refusal, refuse } from '../../operation/operation.ts';
import { findTransactionOfQuote } from '../transactions/find-transaction.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import { requireAuthorization, startQuote } from './advance-quote.ts';
import type { QuoteRow } from './quote-row.ts';
import { unknownQuote } from './quote-view.ts';
import { findQuote, lockExecutableQuote } from './quotes-repository.ts';
import { refuseExecution } from './refuse-unusable-party.ts';
import { checkOwnersSignature, needsSignature } from './wallet-payment.ts';

type UntakenRefusal = Refusal<'QUOTE_NOT_FOUND' | 'QUOTE_EXPIRED' | 'CONFLICT'>;

export const executeQuote: Handler<'executeQuote'> = prepared(
  { reads: (call) => lockWithTransaction(call, call.input.path.quoteId) },
  async (call, locked) => {
    const { path, body } = call.input;
    const allow = (transaction: TransactionRow) => refuseHeld(call, transaction);
    const sign = (quote: QuoteRow) => checkOwnersSignature(call, quote);
    const executed = await executeStoredQuote(call, path.quoteId, { allow, sign, requested: body?.scaFactor, locked });
    return isRefusal(executed) ? executed : { status: 200, body: executed };
  },
);

export type ExecutionRefusal = Extract<Outcome<'executeQuote'>, Refusal>;

interface Execution {
  /** Refuses a quote that first needs a decision of someone else. */
  readonly allow?: (transaction: TransactionRow) => Promise<ExecutionRefusal | undefined>;
  /** Refuses a quote that the owner of an embedded wallet has not signed. */
  readonly sign: (quote: QuoteRow) => Promise<ExecutionRefusal | undefined>;
  readonly requested?: RequestedScaFactor | undefined;
  /** The executable quote and its transaction, if they were already locked and read. */
  readonly locked?: Locked;
}

type Locked = readonly [QuoteRow | undefined, TransactionRow | undefined];

/** Executes a quote for any permitted caller. A caller that is refused must let its unit roll back. */
export async function executeStoredQuote(
  context: WorkContext,
  quoteId: string,
  { allow, sign, requested, locked }: Execution,
): Promise<Quote | ExecutionRefusal> {
  const [quote, transaction] = locked ?? (await lockWithTransaction(context, quoteId));
  if (quote === undefined) return explainRefusal(context, quoteId);
  if (transaction === undefined) throw new Error(`quote ${quoteId} has no transaction`);
  const held = await allow?.(transaction);
  if (held !== undefined) return held;
  const advancing = { quote, transaction, isSigned: true } as const;
  const usable = refuseExecution(context, quote, transaction);
  if (quote.sca_purposes === null && !needsSignature(quote)) {
    // No authorization is needed: the payment starts while the parties are checked, and a refusal of that check undoes
    // it.
    const starting = startQuote(context, advancing, 'EXECUTE', 'CONFLICT');
    await Promise.allSettled([usable, starting]);
    return (await usable) ?? starting;
  }
  const refused = (await usable) ?? (await sign(quote));
  if (refused !== undefined) return refused;
  return (await needsAuthorization(context, quote))
    ? requireAuthorization(context, advancing, requested, 'CONFLICT')
    : startQuote(context, advancing, 'EXECUTE', 'CONFLICT');
}

/** Sent together: the transaction is read after the lock is granted. */
function lockWithTransaction({ unit, tenant, now }: WorkContext, id: string): Promise<Locked> {
  return Promise.all([lockExecutableQuote(unit, { tenant, id, now }), findTransactionOfQuote(unit, tenant, id)]);
}

/** A payment that an agent submitted is decided once, and counted then; executing its quote would bypass both. */
async function refuseHeld(
  context: WorkContext,
  { id, agent_id: agentId }: TransactionRow,
): Promise<Refusal<'CONFLICT'> | undefined> {
  if (agentId === null || !(await context.deps.lifeCycle.holdsPayment(context, id))) return undefined;
  const reason = `${agentId} submitted this payment, and it waits for your decision. Approve it with POST /transactions/${id}/approve.`;
  return refuse('CONFLICT', reason, { transactionId: id });
}

/** A quote that can be executed now, as far as is known before its payment starts; it stays locked. */
export async function lockExecutable(context: WorkContext, id: string): Promise<QuoteRow | UntakenRefusal> {
  const { unit, tenant, now } = context;
  return (await lockExecutableQuote(unit, { tenant, id, now })) ?? explainRefusal(context, id);
}

/** Whether the customer must authenticate before the quote continues: not if they trust the payee. */
async function needsAuthorization({ unit, tenant }: WorkContext, quote: QuoteRow): Promise<boolean> {
  if (quote.sca_purposes === null) return false;
  const { destination_account_id: payee } = quote;
  return payee === null || !(await isTrusted(unit, tenant, payee, quote.customer_id));
}

/** Why the quote cannot be executed. The checks have this order. */
async function explainRefusal({ unit, tenant, now }: WorkContext, quoteId: string): Promise<UntakenRefusal> {
  const quote = await findQuote(unit, tenant, quoteId);
  if (quote === undefined) return unknownQuote(quoteId);
  if (quote.source_account_id === null) {
    return refuse(
      'CONFLICT',
      'The quote has real-time funding and starts automatically when the deposit arrives. Pay to its paymentInstructions.',
      { status: quote.status },
    );
  }
  const hasExpired = quote.status === 'EXPIRED' || (quote.status === 'PENDING' && quote.expires_at <= now);
  if (hasExpired)
    return refuse(
      'QUOTE_EXPIRED',
      `The quote expired at ${quote.expires_at}. Create a new quote and execute that one.`,
    );
  return refuse(
    'CONFLICT',
    `The quote is ${quote.status}: a quote is executed once. Read it to see the status of its payment.`,
    { status: quote.status },
  );
}
