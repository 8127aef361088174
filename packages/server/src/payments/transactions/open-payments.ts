import type { Unit } from '../../ground/database/unit.ts';
import type { Dependents } from '../../operation/life-cycle.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import type { TransactionRow } from './transaction-row.ts';

/** A payment that has not come to its end, or whose money is on its way back. */
type OpenPayment = Pick<TransactionRow, 'id' | 'status' | 'refund_status'>;

/** As many as a refusal names. */
const named = 20;

/** The payments under way that stand in the way of deleting a customer. */
export async function findOpenPayments({ unit, tenant }: WorkContext, customerId: string): Promise<Dependents> {
  const payments = await listOpenPayments(unit, tenant, customerId);
  const transactions = payments.map(({ id, status, refund_status: refund }) => ({
    transactionId: id,
    status,
    ...(refund === null ? {} : { refundStatus: refund }),
  }));
  return { ids: payments.map(({ id }) => id), details: { transactions } };
}

/** Those that a customer sends, receives, or has an account in; the oldest first. */
function listOpenPayments(unit: Unit, tenant: number, customerId: string): Promise<OpenPayment[]> {
  return unit.select((db) => {
    const accounts = db
      .selectFrom('internal_accounts')
      .select('id')
      .where('tenant', '=', tenant)
      .where('customer_id', '=', customerId)
      .unionAll(
        db
          .selectFrom('external_accounts')
          .select('id')
          .where('tenant', '=', tenant)
          .where('customer_id', '=', customerId),
      );
    return db
      .selectFrom('transactions')
      .select(['id', 'status', 'refund_status'])
      .where('tenant', '=', tenant)
      .where(({ eb, or }) =>
        or([
          eb('customer_id', '=', customerId),
          eb('source_account_id', 'in', accounts),
          eb('destination_account_id', 'in', accounts),
        ]),
      )
      .where(({ eb, or }) =>
        or([
          eb('status', 'in', ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING']),
          eb('refund_status', '=', 'PENDING'),
        ]),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(named);
  });
}
