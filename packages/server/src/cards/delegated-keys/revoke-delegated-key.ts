import { type Handler, refuseFields } from '../../operation/operation.ts';
import { lockCard } from '../issuing/find-card.ts';
import { findDelegatedKey, moveDelegatedKey } from './delegated-keys-repository.ts';
import { unknownKey } from './get-delegated-key-by-id.ts';

export const revokeDelegatedKey: Handler<'revokeDelegatedKey'> = async (call) => {
  const { input, unit, tenant } = call;
  const { id } = input.path;
  const seen = await findDelegatedKey(unit, tenant, id);
  if (seen === undefined) return unknownKey(id);
  // The lock orders this after or before any purchase that is being decided.
  await lockCard(unit, tenant, seen.card_id);
  const key = await findDelegatedKey(unit, tenant, id);
  if (key?.status !== 'ACTIVE')
    return refuseFields([{ field: 'id', message: `The key is ${key?.status}. Only an ACTIVE key can be revoked.` }]);
  moveDelegatedKey(call, key, 'REVOKE');
  return { status: 204, body: undefined };
};
