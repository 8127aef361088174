import { findExternalAccount } from '../../accounts/external/find-external-account.ts';
import { findInternalAccount } from '../../accounts/internal/find-internal-account.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { Refusal } from '../../operation/operation.ts';
import { unknownAccount } from '../../payments/quotes/read-parties.ts';

/** An agent knows the accounts of its customer and no others: those are answered as what is not there. */
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
