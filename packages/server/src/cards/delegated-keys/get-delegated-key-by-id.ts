import { type Handler, type Refusal, refuse } from '../../operation/operation.ts';
import { viewDelegatedKey } from './delegated-key-view.ts';
import { findDelegatedKey } from './delegated-keys-repository.ts';

export const getDelegatedKeyById: Handler<'getDelegatedKeyById'> = async ({ input, unit, tenant }) => {
  const row = await findDelegatedKey(unit, tenant, input.path.id);
  return row === undefined ? unknownKey(input.path.id) : { status: 200, body: viewDelegatedKey(row) };
};

/** The refusal is the same for a key of another platform and one that never existed. */
export function unknownKey(id: string): Refusal<'NOT_FOUND'> {
  return refuse('NOT_FOUND', `There is no delegated key ${id}. Check the id and the environment of your token.`);
}
