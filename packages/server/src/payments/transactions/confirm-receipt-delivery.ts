import { readOptionalInstant } from '../../ground/clock/read-instant.ts';
import type { Handler } from '../../operation/operation.ts';
import { unknownTransaction } from './find-transaction.ts';
import { viewTransaction } from './transaction-view.ts';
import { saveReceiptConfirmation } from './transactions-repository.ts';

/** No event tells of it: the receipt belongs to the platform, and the payment goes on without it. */
export const confirmReceiptDelivery: Handler<'confirmReceiptDelivery'> = async ({ input, unit, tenant, now }) => {
  const id = input.path.transactionId;
  const confirmedAt = readOptionalInstant(input.body?.receiptDeliveryConfirmedAt) ?? now;
  const row = await saveReceiptConfirmation(unit, { tenant, id, confirmedAt, now });
  return row === undefined ? unknownTransaction(id) : { status: 200, body: viewTransaction(row) };
};
