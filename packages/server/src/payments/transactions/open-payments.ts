import type { Unit } from '../../ground/database/unit.ts';
import type { TransactionRow } from './transaction-row.ts';

/** A payment that has not come to its end, or whose money is on its way back. */
export type OpenPayment = Pick<TransactionRow, 'id' | 'status' | 'refund_status'>;

/** As many as a refusal names. */
const named = 20;

/** The payments under way that a customer sends, receives, or has an account in; the oldest first. */
export function findOpenPayments(unit: Unit, tenant: number, customerId: string): Promise<OpenPayment[]> {
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
