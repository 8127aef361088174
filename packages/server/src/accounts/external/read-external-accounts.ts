import type { ExternalAccountStatus } from '@payments-platform/types';
import { sql } from 'kysely';
import type { WorkContext } from '../../operation/deps.ts';
import { listPage } from '../../operation/list-rows.ts';
import { isRefusal } from '../../operation/operation.ts';
import type { PageQuery } from '../../operation/pagination.ts';
import { viewExternalAccount } from './external-account-view.ts';
import { type AccountCall, accountOfPath, type Scope } from './find-external-account.ts';

export async function getExternalAccount(call: AccountCall, scope: Scope) {
  const account = await accountOfPath(call, scope);
  return isRefusal(account) ? account : { status: 200 as const, body: viewExternalAccount(account) };
}

interface AccountsQuery extends PageQuery {
  readonly currency?: string;
  readonly status?: ExternalAccountStatus;
}

/** The accounts of one customer, of all customers, or of the platform itself (`null`). */
export function listExternalAccounts(
  { unit, tenant, input: { query } }: WorkContext & { readonly input: { readonly query: AccountsQuery } },
  customerId: string | 'EVERY' | null,
) {
  const isEvery = customerId === 'EVERY';
  const customer_id = isEvery ? undefined : customerId;
  const { currency, status } = query;
  const filter = { tenant, currency, status, customer_id, deleted_at: null };
  const conditions = isEvery ? [sql<boolean>`customer_id is not null`] : [];
  return listPage(
    unit,
    { table: 'external_accounts', of: 'ExternalAccount' },
    query,
    filter,
    viewExternalAccount,
    conditions,
  );
}
