import type { Unit } from '../../ground/database/unit.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { Dependents } from '../../people/customers/life-cycle.ts';
import type { RefundRow, StoredTransaction } from './transaction-row.ts';

/** A payment that has not ended, or whose refund is pending. */
interface OpenPayment extends Pick<StoredTransaction, 'id' | 'status'> {
  readonly refund_status: RefundRow['status'] | null;
}

/** The most payments that a refusal lists. */
const named = 20;

/** The payments under way that prevent the deletion of a customer. */
export async function findOpenPayments({ unit, tenant }: WorkContext, customerId: string): Promise<Dependents> {
  const payments = await listOpenPayments(unit, tenant, customerId);
  const transactions = payments.map(({ id, status, refund_status: refund }) => ({
    transactionId: id,
    status,
    ...(refund === null ? {} : { refundStatus: refund }),
  }));
  return { ids: payments.map(({ id }) => id), details: { transactions } };
}

/** The payments that a customer sends, receives, or has an account in; the oldest first. */
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
      .selectFrom('transactions as t')
      .leftJoin('refunds as r', (join) => join.onRef('r.tenant', '=', 't.tenant').onRef('r.id', '=', 't.refund_id'))
      .select(['t.id', 't.status', 'r.status as refund_status'])
      .where('t.tenant', '=', tenant)
      .where(({ eb, or }) =>
        or([
          eb('t.customer_id', '=', customerId),
          eb('t.source_account_id', 'in', accounts),
          eb('t.destination_account_id', 'in', accounts),
        ]),
      )
      .where(({ eb, or }) =>
        or([eb('t.status', 'in', ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING']), eb('r.status', '=', 'PENDING')]),
      )
      .orderBy('t.created_at')
      .orderBy('t.id')
      .limit(named);
  });
}
