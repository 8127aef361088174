import type { WorkContext } from '../../operation/deps.ts';
import { findActiveKey, moveDelegatedKey } from './delegated-keys-repository.ts';

/** A wallet that pays for a card no longer has no key for it either. The card is locked. */
export async function revokeDetached(context: WorkContext, fundingSourceIds: readonly string[]): Promise<void> {
  for (const id of fundingSourceIds) {
    const key = await findActiveKey(context.unit, context.tenant, id);
    if (key !== undefined) moveDelegatedKey(context, key, 'REVOKE');
  }
}
