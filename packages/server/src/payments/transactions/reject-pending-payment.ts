import { afterRequest, type Handler } from '../../operation/operation.ts';
import { notWaiting } from './approve-pending-payment.ts';
import { awaitsDecision, endUmaPayment } from './decide-uma-payment.ts';
import { findTransaction, unknownTransaction } from './find-transaction.ts';
import { unlessMoved } from './transaction-moved.ts';
import { viewTransaction } from './transaction-view.ts';

/** If a module above has made the payment wait, it is decided there first, in units of its own. */
export const rejectPendingPayment: Handler<'rejectPendingPayment'> = afterRequest(
  ({ deps, input: { path, body }, ...context }) =>
    deps.lifeCycle.decidePayment({ deps, ...context }, path.transactionId, {
      isApproved: false,
      reason: body?.reason ?? null,
    }),
  async (call, decided) => {
    const { input, unit, tenant, now } = call;
    const id = input.path.transactionId;
    const row = await findTransaction(unit, tenant, id);
    if (row === undefined) return unknownTransaction(id);
    if (decided === 'DECIDED') return { status: 200, body: viewTransaction(row) };
    if (decided === 'NOT_WAITING' || !awaitsDecision(row, now)) return notWaiting();
    const rejection = { trigger: 'REJECT', reason: input.body?.reason ?? null } as const;
    const rejected = await unlessMoved(endUmaPayment(call, row, rejection));
    return rejected === undefined ? notWaiting() : { status: 200, body: viewTransaction(rejected) };
  },
);
