import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { lockCredentialRow } from './credentials-repository.ts';
import type { CredentialRow } from './tables.ts';

/** Finds a credential for update. */
export async function lockCredential(
  { unit, tenant }: WorkContext,
  id: string,
): Promise<CredentialRow | Refusal<'AUTH_METHOD_NOT_FOUND'>> {
  const row = await lockCredentialRow(unit, { tenant, id });
  if (row !== undefined) return row;
  return refuse('AUTH_METHOD_NOT_FOUND', 'No credential has this id. List the credentials of the account to find it.');
}
