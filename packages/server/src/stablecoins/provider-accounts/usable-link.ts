import type { AccessProblem } from '../../engines/stablecoin-provider/stablecoin-provider.ts';
import { moveFrom, mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import { table } from '../../ground/database/table.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { lockProviderAccount } from './find-provider-account.ts';
import type { ProviderAccountRow } from './tables.ts';

export type LinkRefusal = Refusal<'STABLECOIN_PROVIDER_ACCOUNT_INVALID' | 'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'>;

const refusedCredentials: Refusal<'STABLECOIN_PROVIDER_ACCOUNT_INVALID'> = refuse(
  'STABLECOIN_PROVIDER_ACCOUNT_INVALID',
  'The provider does not accept the credentials of the linked account. Link it again with working ones: POST /stablecoin-provider-accounts.',
);

const revoked: Refusal<'STABLECOIN_PROVIDER_ACCOUNT_REVOKED'> = refuse(
  'STABLECOIN_PROVIDER_ACCOUNT_REVOKED',
  'The link to the provider account was withdrawn. Link it again with POST /stablecoin-provider-accounts, or use another one.',
);

/** A link that does not work is refused without a call to the provider. */
export function refuseUnusableLink({ status }: Pick<ProviderAccountRow, 'status'>): LinkRefusal | undefined {
  if (status === 'ACTIVE') return undefined;
  return status === 'REVOKED' ? revoked : refusedCredentials;
}

type Context = Pick<WorkContext, 'unit' | 'tenant' | 'now'>;

const write = table('stablecoin_provider_accounts').update(['status', 'updated_at'], 'id');

/** Moves a locked link. */
export function moveLink(
  { unit, tenant, now }: Context,
  link: ProviderAccountRow,
  trigger: TriggerOf<'stablecoin-provider-account'>,
): ProviderAccountRow {
  const { to } = mustMove('stablecoin-provider-account', link.status, trigger);
  unit.write(write, { tenant, id: link.id, status: to, updated_at: now });
  return { ...link, status: to, updated_at: now };
}

const triggers = { CREDENTIALS_REFUSED: 'INVALIDATE', ACCESS_WITHDRAWN: 'REVOKE' } as const;

/**
 * Records that the provider refused access over a link, and returns the refusal. If the link has new credentials since,
 * it stays unchanged.
 */
export async function deactivateLink(
  context: Context,
  used: ProviderAccountRow,
  { kind }: AccessProblem,
): Promise<LinkRefusal> {
  const link = await lockProviderAccount(context.unit, context.tenant, used.id);
  if (link !== undefined && isSameAccess(link, used) && mayMove(link, triggers[kind]))
    moveLink(context, link, triggers[kind]);
  return kind === 'ACCESS_WITHDRAWN' ? revoked : refusedCredentials;
}

function isSameAccess(one: ProviderAccountRow, other: ProviderAccountRow): boolean {
  return one.api_client_id === other.api_client_id && one.api_client_secret === other.api_client_secret;
}

/** Whether the state table allows the move. */
export function mayMove({ status }: ProviderAccountRow, trigger: TriggerOf<'stablecoin-provider-account'>): boolean {
  return moveFrom('stablecoin-provider-account', status, trigger) !== undefined;
}
