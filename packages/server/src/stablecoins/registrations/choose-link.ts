import type { Unit } from '../../ground/database/unit.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import {
  findActiveProviderAccounts,
  findProviderAccount,
  unknownProviderAccount,
} from '../provider-accounts/find-provider-account.ts';
import type { ProviderAccountRow } from '../provider-accounts/tables.ts';
import { type LinkRefusal, refuseUnusableLink } from '../provider-accounts/usable-link.ts';

export type ChoiceRefusal =
  | LinkRefusal
  | Refusal<'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND' | 'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED'>;

/** The link that a request names, or the only active one if it names none. */
export async function chooseLink(
  unit: Unit,
  tenant: number,
  id: string | undefined,
): Promise<ProviderAccountRow | ChoiceRefusal> {
  if (id === undefined) return onlyActiveLink(await findActiveProviderAccounts(unit, tenant));
  const link = await findProviderAccount(unit, tenant, id);
  return link === undefined ? unknownProviderAccount(id) : (refuseUnusableLink(link) ?? link);
}

function onlyActiveLink([only, another]: readonly ProviderAccountRow[]): ProviderAccountRow | ChoiceRefusal {
  if (only === undefined)
    return refuse(
      'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND',
      'No provider account is linked and active. Link one with POST /stablecoin-provider-accounts.',
    );
  if (another === undefined) return only;
  return refuse(
    'STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED',
    'More than one provider account is linked and active. Send stablecoinProviderAccountId.',
  );
}
