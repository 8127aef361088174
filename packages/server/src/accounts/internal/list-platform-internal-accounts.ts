import type { Handler } from '../../operation/operation.ts';
import { viewInternalAccount } from './internal-account-view.ts';
import { listPlatformAccountRows } from './internal-accounts-repository.ts';

/** One account per currency, so there is never a second page. */
export const listPlatformInternalAccounts: Handler<'listPlatformInternalAccounts'> = async ({
  input: { query },
  tenant,
  unit,
  deps,
}) => {
  const rows = await listPlatformAccountRows(unit, tenant, { currency: query.currency, type: query.type });
  return {
    status: 200,
    body: { data: rows.map((row) => viewInternalAccount(row, deps.funding)), hasMore: false, nextCursor: null },
  };
};
