import type { Expression, SqlBool } from 'kysely';
import type { Unit } from '../../ground/database/unit.ts';
import { areFew, listFewRows, listRows, withinTimes } from '../../operation/list-rows.ts';
import { type Handler, type Input, isRefusal } from '../../operation/operation.ts';
import { listBody, ofKind, type Page, readPage } from '../../operation/pagination.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { createCustomerView } from './show-customer.ts';
import { usingCurrency } from './using-currency.ts';
import { isShownAs } from './verification.ts';

export const listCustomers: Handler<'listCustomers'> = async ({ input: { query }, tenant, unit, deps }) => {
  const page = readPage(query, ofKind('Customer'));
  if (isRefusal(page)) return page;
  const rows = await listCustomerRows(unit, tenant, query, page);
  const view = await createCustomerView({ unit, tenant, deps }, rows);
  return { status: 200, body: listBody(rows, page.limit, view) };
};

type Filters = Input<'listCustomers'>['query'];

export async function listCustomerRows(unit: Unit, tenant: number, query: Filters, page: Page): Promise<CustomerRow[]> {
  const filter = {
    tenant,
    platform_customer_id: query.platformCustomerId,
    customer_type: query.customerType,
    region: query.region,
    uma_address: query.umaAddress?.toLowerCase(),
    deleted_at: query.isIncludingDeleted === true ? undefined : null,
  };
  const { createdAfter, createdBefore, updatedAfter, updatedBefore, currency, verificationStatus } = query;
  const few: Expression<SqlBool>[] = [];
  const others = withinTimes({ ...(createdAfter && { createdAfter }), ...(createdBefore && { createdBefore }) });
  if (verificationStatus !== undefined) others.push(isShownAs(verificationStatus));
  // The list is in the order of creation, which these filters do not follow.
  for (const conditions of [
    withinTimes({ ...(updatedAfter && { updatedAfter }), ...(updatedBefore && { updatedBefore }) }),
    currency === undefined ? [] : [await usingCurrency(unit, tenant, currency)],
  ]) {
    if (conditions.length === 0) continue;
    const isSorted = await areFew(unit, 'customers', tenant, conditions);
    (isSorted ? few : others).push(...conditions);
  }
  return few.length > 0
    ? listFewRows(unit, 'customers', page, filter, { few, others })
    : listRows(unit, 'customers', page, filter, others);
}
