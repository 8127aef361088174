import type { Refusal } from '../../operation/operation.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import type { ExternalAccountRow } from '../external/external-account-row.ts';
import { lockExternalAccount } from '../external/find-external-account.ts';
import { unknownAccount } from '../external/unknown-account.ts';

/** Which accounts a path reaches: those of customers and of the platform, or the platform's own only. */
export type Reach = 'ALL' | 'PLATFORM';

/** Takes an account to be changed: whatever else is done to it waits for the end of this unit. */
export async function lockAccount(
  { unit, tenant }: WorkContext,
  id: string,
  reach: Reach,
): Promise<ExternalAccountRow | Refusal<'ACCOUNT_NOT_FOUND'>> {
  const account = await lockExternalAccount(unit, tenant, id);
  const isReached = account !== undefined && (reach === 'ALL' || account.customer_id === null);
  return isReached ? account : unknownAccount(id);
}
