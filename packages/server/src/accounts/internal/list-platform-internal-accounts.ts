import { currencies } from '@payments-platform/types';
import { listRows } from '../../operation/list-rows.ts';
import type { Handler } from '../../operation/operation.ts';
import { listBody } from '../../operation/pagination.ts';
import { viewInternalAccount } from './internal-account-view.ts';

/** There is one account per currency, so there is never a second page. */
const page = { limit: Object.keys(currencies).length, order: 'desc', after: undefined } as const;

export const listPlatformInternalAccounts: Handler<'listPlatformInternalAccounts'> = async ({
  input: { query },
  tenant,
  unit,
  deps,
}) => {
  const filter = { tenant, currency: query.currency, type: query.type, customer_id: null };
  const rows = await listRows(unit, 'internal_accounts', page, filter);
  return { status: 200, body: listBody(rows, page.limit, (row) => viewInternalAccount(row, deps.funding)) };
};
