import { type Handler, refuse } from '../../operation/operation.ts';
import { deleteToken } from './tokens-repository.ts';

/** Every request reads the token, so a deleted one is refused from the commit on. */
export const deleteTokenById: Handler<'deleteTokenById'> = async ({ input: { path }, tenant, unit }) => {
  if (!(await deleteToken(unit, tenant, path.tokenId))) {
    return refuse('TOKEN_NOT_FOUND', 'No API token of the platform has this id. It may already have been deleted.');
  }
  return { status: 204, body: undefined };
};
