import type { Handler } from '../../operation/operation.ts';
import { notWaiting } from './approve-pending-payment.ts';
import { awaitsDecision, endUmaPayment } from './decide-uma-payment.ts';
import { findTransaction, unknownTransaction } from './find-transaction.ts';
import { unlessMoved } from './transaction-moved.ts';
import { viewIncoming } from './transaction-view.ts';

export const rejectPendingPayment: Handler<'rejectPendingPayment'> = async (call) => {
  const { input, unit, tenant, now } = call;
  const id = input.path.transactionId;
  const row = await findTransaction(unit, tenant, id);
  if (row === undefined) return unknownTransaction(id);
  if (!awaitsDecision(row, now)) return notWaiting();
  const rejection = { trigger: 'REJECT', reason: input.body?.reason ?? null } as const;
  const rejected = await unlessMoved(endUmaPayment(call, row, rejection));
  return rejected === undefined ? notWaiting() : { status: 200, body: viewIncoming(rejected) };
};
