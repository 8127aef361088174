import type { WorkContext } from '../../operation/deps.ts';
import { findActiveKey } from './delegated-keys-repository.ts';

/** Whether the service may debit an embedded wallet for a card, because its owner has signed a key for that. */
export async function hasActiveDelegatedKey(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  { funding_source_id: id }: { readonly funding_source_id: string },
): Promise<boolean> {
  return (await findActiveKey(unit, tenant, id)) !== undefined;
}
