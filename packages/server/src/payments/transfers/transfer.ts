import { type ErrorCode, type ErrorCodeOf, operationTable } from '@payments-platform/types';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { createQuoteFrom } from '../quotes/create-quote.ts';
import type { Parties, QuoteRequest } from '../quotes/parties.ts';
import { findTransaction } from '../transactions/find-transaction.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';

type TransferOperation = 'createTransferIn' | 'createTransferOut';
type TransferRefusal<O extends TransferOperation> = Refusal<Extract<ErrorCodeOf<O>, ErrorCode>>;

export interface Transfer extends Pick<QuoteRequest, 'remittanceInformation' | 'purposeOfPayment'> {
  readonly source: Extract<QuoteRequest['source'], { readonly sourceType: 'ACCOUNT' }>['accountId'];
  readonly destination: Omit<
    Extract<QuoteRequest['destination'], { readonly destinationType: 'ACCOUNT' }>,
    'destinationType'
  >;
  readonly amountMinor: bigint;
}

/** A transfer is a quote in one currency that is executed at once; the same money moves and the same is told. */
export async function makeTransfer<O extends TransferOperation>(
  context: WorkContext,
  operationId: O,
  { source, destination, amountMinor, ...told }: Transfer,
): Promise<TransactionRow | TransferRefusal<O>> {
  const made = await createQuoteFrom(
    context,
    {
      ...told,
      source: { sourceType: 'ACCOUNT', accountId: source },
      destination: { destinationType: 'ACCOUNT', ...destination },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: Number(amountMinor),
      immediatelyExecute: true,
    },
    refuseConversion,
  );
  if (isRefusal(made)) return declared(operationId, made);
  const transaction = await findTransaction(context.unit, context.tenant, made.body.transactionId);
  if (transaction === undefined) throw new Error(`quote ${made.body.id} was made without a transaction`);
  return transaction;
}

function refuseConversion({ source, destination }: Parties): Refusal<'INVALID_CURRENCY'> | undefined {
  if (source.currency === destination.currency) return undefined;
  return refuse(
    'INVALID_CURRENCY',
    `A transfer does not convert: the source is in ${source.currency}, the destination in ${destination.currency}. Create a quote with POST /quotes.`,
  );
}

/** The codes of a quote that a transfer cannot meet are not among its own; meeting one is a bug. */
function declared<O extends TransferOperation>(operationId: O, refusal: Refusal): TransferRefusal<O> {
  const codes: readonly string[] = Object.values(operationTable[operationId].errorCodes).flat();
  if (!codes.includes(refusal.code)) throw new Error(`${operationId} met ${refusal.code}, which it does not declare`);
  return refusal as TransferRefusal<O>;
}
