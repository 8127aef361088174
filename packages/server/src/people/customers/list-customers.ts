import { type Expression, type SqlBool, sql } from 'kysely';
import type { Unit } from '../../ground/database/unit.ts';
import { listRows, withinTimes } from '../../operation/list-rows.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { findPlatformCurrencies } from '../../platform/platforms/find-platform.ts';
import { ownersAware } from './show-customer.ts';

export const listCustomers: Handler<'listCustomers'> = async ({ input: { query }, tenant, unit, deps }) => {
  const page = readPage(query);
  if (isRefusal(page)) return page;
  const filter = {
    tenant,
    platform_customer_id: query.platformCustomerId,
    customer_type: query.customerType,
    region: query.region,
    uma_address: query.umaAddress?.toLowerCase(),
    deleted_at: query.isIncludingDeleted === true ? undefined : null,
  };
  const conditions = [...withinTimes(query), ...(await usingCurrency(unit, tenant, query.currency))];
  const rows = await listRows(unit, 'customers', page, filter, conditions);
  const view = await ownersAware({ unit, tenant, deps }, rows);
  return { status: 200, body: listBody(rows, page.limit, view) };
};

/**
 * Customers without currencies of their own use every currency of the platform. `currencies` is a JSON array of
 * codes, which contain no characters that `like` or JSON would treat specially.
 */
async function usingCurrency(unit: Unit, tenant: number, code: string | undefined): Promise<Expression<SqlBool>[]> {
  if (code === undefined) return [];
  const isNamed = sql<SqlBool>`currencies like ${`%"${code}"%`}`;
  const isOfPlatform = (await findPlatformCurrencies(unit, tenant)).some((own) => own === code);
  return [isOfPlatform ? sql<SqlBool>`(${isNamed} or currencies is null)` : isNamed];
}
