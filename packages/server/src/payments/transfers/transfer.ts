import { declared, type RefusalOf } from '../../operation/declared-refusal.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import type { Asker } from '../quotes/build-rows.ts';
import { recordQuote } from '../quotes/create-quote.ts';
import type { Parties, QuoteRequest } from '../quotes/parties.ts';
import { findTransaction } from '../transactions/find-transaction.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';

type TransferOperation = 'agentCreateTransferIn' | 'agentCreateTransferOut' | 'createTransferIn' | 'createTransferOut';

export interface Transfer extends Pick<QuoteRequest, 'remittanceInformation' | 'purposeOfPayment'> {
  readonly source: Extract<QuoteRequest['source'], { readonly sourceType: 'ACCOUNT' }>['accountId'];
  readonly destination: Omit<
    Extract<QuoteRequest['destination'], { readonly destinationType: 'ACCOUNT' }>,
    'destinationType'
  >;
  readonly amountMinor: bigint;
}

/**
 * A transfer is a quote in one currency that is executed at once, with the same entries and events. Only the sandbox
 * tells them apart. For an `asker` it is not executed, since a decision is still needed.
 */
export async function makeTransfer<O extends TransferOperation>(
  context: WorkContext,
  operationId: O,
  { source, destination, amountMinor, ...details }: Transfer,
  asker?: Asker,
): Promise<TransactionRow | RefusalOf<O>> {
  const made = await recordQuote(
    context,
    {
      ...details,
      source: { sourceType: 'ACCOUNT', accountId: source },
      destination: { destinationType: 'ACCOUNT', ...destination },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: Number(amountMinor),
      immediatelyExecute: true,
    },
    undefined,
    { ...asker, isTransfer: true, rule: refuseConversion },
  );
  if (isRefusal(made)) return declared(operationId, made);
  const transaction = await findTransaction(context.unit, context.tenant, made.body.transactionId);
  if (transaction === undefined) throw new Error(`quote ${made.body.id} was created without a transaction`);
  return transaction;
}

function refuseConversion({ source, destination }: Parties): Refusal<'INVALID_CURRENCY'> | undefined {
  if (source.currency === destination.currency) return undefined;
  return refuse(
    'INVALID_CURRENCY',
    `A transfer does not convert: the source holds ${source.currency}, the destination ${destination.currency}. Create a quote with POST /quotes.`,
  );
}
