import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Page } from '../../operation/pagination.ts';
import type { CustomerRow } from './customer-row.ts';

export interface CustomerFilter {
  readonly platformCustomerId: string | undefined;
  readonly customerType: CustomerRow['customer_type'] | undefined;
  readonly region: string | undefined;
  readonly umaAddress: string | undefined;
  readonly currency: CurrencyFilter | undefined;
  readonly createdAfter: Instant | undefined;
  readonly createdBefore: Instant | undefined;
  readonly updatedAfter: Instant | undefined;
  readonly updatedBefore: Instant | undefined;
  readonly isIncludingDeleted: boolean;
}

export interface CurrencyFilter {
  readonly code: string;
  /** Customers without currencies of their own use every currency of the platform. */
  readonly isOfPlatform: boolean;
}

type Builder = ExpressionBuilder<Schema, 'customers'>;

/** One row more than the page holds, the newest first. */
export function listCustomerRows(
  unit: Unit,
  tenant: number,
  filter: CustomerFilter,
  { limit, after }: Page,
): Promise<CustomerRow[]> {
  return unit.select((db) =>
    db
      .selectFrom('customers')
      .selectAll()
      .where('tenant', '=', tenant)
      .where((eb) => eb.and(conditions(eb, filter)))
      .where(({ eb, refTuple, tuple, lit }) =>
        after === undefined ? lit(true) : eb(refTuple('created_at', 'id'), '<', tuple(after.createdAt, after.id)),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1),
  );
}

function conditions(eb: Builder, filter: CustomerFilter): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [];
  if (!filter.isIncludingDeleted) all.push(eb('deleted_at', 'is', null));
  if (filter.platformCustomerId !== undefined) all.push(eb('platform_customer_id', '=', filter.platformCustomerId));
  if (filter.customerType !== undefined) all.push(eb('customer_type', '=', filter.customerType));
  if (filter.region !== undefined) all.push(eb('region', '=', filter.region));
  if (filter.umaAddress !== undefined) all.push(eb('uma_address', '=', filter.umaAddress));
  if (filter.currency !== undefined) all.push(usesCurrency(eb, filter.currency));
  if (filter.createdAfter !== undefined) all.push(eb('created_at', '>=', filter.createdAfter));
  if (filter.createdBefore !== undefined) all.push(eb('created_at', '<=', filter.createdBefore));
  if (filter.updatedAfter !== undefined) all.push(eb('updated_at', '>=', filter.updatedAfter));
  if (filter.updatedBefore !== undefined) all.push(eb('updated_at', '<=', filter.updatedBefore));
  return all;
}

/** `currencies` is a JSON array of codes, which contain no characters that `like` or JSON would treat specially. */
function usesCurrency(eb: Builder, { code, isOfPlatform }: CurrencyFilter): Expression<SqlBool> {
  const named = eb(eb.ref('currencies').$castTo<string | null>(), 'like', `%"${code}"%`);
  return isOfPlatform ? eb.or([named, eb('currencies', 'is', null)]) : named;
}
