import type { WorkContext } from '../../operation/deps.ts';
import { moveDelegatedKey } from './delegated-keys-repository.ts';
import { findActiveKey } from './find-active-key.ts';

/** Revokes the keys of wallets that no longer pay for a card. The card is locked. */
export async function revokeDetached(context: WorkContext, fundingSourceIds: readonly string[]): Promise<void> {
  for (const id of fundingSourceIds) {
    const key = await findActiveKey(context.unit, context.tenant, id);
    if (key !== undefined) moveDelegatedKey(context, key, 'REVOKE');
  }
}
