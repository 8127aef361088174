import { findExternalAccount } from '../../accounts/external/find-external-account.ts';
import { findInternalAccount } from '../../accounts/internal/find-internal-account.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { Refusal } from '../../operation/operation.ts';
import { unknownAccount } from '../../payments/quotes/read-parties.ts';

/** Refuses accounts of other customers as not found, because an agent knows only those of its own customer. */
export async function refuseForeignAccounts(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  customerId: string,
  accountIds: readonly string[],
): Promise<Refusal<'ACCOUNT_NOT_FOUND'> | undefined> {
  for (const id of accountIds) {
    const find = id.startsWith('InternalAccount:') ? findInternalAccount : findExternalAccount;
    const account = await find(unit, tenant, id);
    if (account?.customer_id !== customerId) return unknownAccount(id);
  }
  return undefined;
}
