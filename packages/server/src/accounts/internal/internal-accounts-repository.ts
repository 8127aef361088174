import type { Unit } from '../../ground/database/unit.ts';
import type { Page } from '../../operation/pagination.ts';
import type { InternalAccountRow } from './internal-account-row.ts';

/**
 * Inserts the accounts that do not exist yet and answers those. The unique rules of the table decide,
 * so that two units which open the same account make one.
 */
export async function insertMissingAccounts(
  unit: Unit,
  rows: readonly InternalAccountRow[],
): Promise<InternalAccountRow[]> {
  if (rows.length === 0) return [];
  return unit.select((db) =>
    db
      .insertInto('internal_accounts')
      .values([...rows])
      .onConflict((conflict) => conflict.doNothing())
      .returningAll(),
  );
}

export interface AccountFilter {
  /** Any text: one that is no currency is found nowhere. */
  readonly currency: string | undefined;
  readonly type: InternalAccountRow['type'] | undefined;
}

/** The accounts of customers: one row more than the page holds, the newest first. */
export function listCustomerAccountRows(
  unit: Unit,
  tenant: number,
  filter: AccountFilter & { readonly customerId: string | undefined },
  { limit, after }: Page,
): Promise<InternalAccountRow[]> {
  const { currency } = filter;
  return unit.select((db) => {
    let query = db.selectFrom('internal_accounts').selectAll().where('tenant', '=', tenant);
    query =
      filter.customerId === undefined
        ? query.where('customer_id', 'is not', null)
        : query.where('customer_id', '=', filter.customerId);
    if (currency !== undefined)
      query = query.where(({ eb, ref }) => eb(ref('currency').$castTo<string>(), '=', currency));
    if (filter.type !== undefined) query = query.where('type', '=', filter.type);
    if (after !== undefined) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(after.createdAt, after.id)),
      );
    }
    return query
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1);
  });
}

/** The accounts of the platform itself, the newest first. */
export function listPlatformAccountRows(
  unit: Unit,
  tenant: number,
  filter: AccountFilter,
): Promise<InternalAccountRow[]> {
  const { currency } = filter;
  return unit.select((db) => {
    let query = db
      .selectFrom('internal_accounts')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('customer_id', 'is', null);
    if (currency !== undefined)
      query = query.where(({ eb, ref }) => eb(ref('currency').$castTo<string>(), '=', currency));
    if (filter.type !== undefined) query = query.where('type', '=', filter.type);
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc');
  });
}
