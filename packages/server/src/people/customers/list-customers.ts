import { readOptionalInstant } from '../../ground/clock/read-instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { findPlatformCurrencies } from '../../platform/platforms/find-platform.ts';
import { type CurrencyFilter, listCustomerRows } from './list-customer-rows.ts';
import { ownersAware } from './show-customer.ts';

export const listCustomers: Handler<'listCustomers'> = async ({ input: { query }, tenant, unit, deps }) => {
  const page = readPage(query);
  if (isRefusal(page)) return page;
  const filter = {
    platformCustomerId: query.platformCustomerId,
    customerType: query.customerType,
    region: query.region,
    umaAddress: query.umaAddress?.toLowerCase(),
    currency: await currencyFilter(unit, tenant, query.currency),
    createdAfter: readOptionalInstant(query.createdAfter),
    createdBefore: readOptionalInstant(query.createdBefore),
    updatedAfter: readOptionalInstant(query.updatedAfter),
    updatedBefore: readOptionalInstant(query.updatedBefore),
    isIncludingDeleted: query.isIncludingDeleted ?? false,
  };
  const rows = await listCustomerRows(unit, tenant, filter, page);
  const view = await ownersAware({ unit, tenant, deps }, rows);
  return { status: 200, body: listBody(rows, page.limit, view) };
};

async function currencyFilter(
  unit: Unit,
  tenant: number,
  code: string | undefined,
): Promise<CurrencyFilter | undefined> {
  if (code === undefined) return undefined;
  return { code, isOfPlatform: (await findPlatformCurrencies(unit, tenant)).some((own) => own === code) };
}
