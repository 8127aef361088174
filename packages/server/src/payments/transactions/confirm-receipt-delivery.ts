import { readOptionalInstant } from '../../ground/clock/read-instant.ts';
import type { Handler } from '../../operation/operation.ts';
import { unknownTransaction } from './find-transaction.ts';
import { viewTransaction } from './transaction-view.ts';
import { saveReceiptConfirmation } from './transactions-repository.ts';

/** Emits no event: the receipt belongs to the platform and does not affect the payment. */
export const confirmReceiptDelivery: Handler<'confirmReceiptDelivery'> = async ({ input, unit, tenant, now }) => {
  const id = input.path.transactionId;
  const confirmedAt = readOptionalInstant(input.body?.receiptDeliveryConfirmedAt) ?? now;
  const row = await saveReceiptConfirmation(unit, { tenant, id, confirmedAt, now });
  return row === undefined ? unknownTransaction(id) : { status: 200, body: viewTransaction(row) };
};
