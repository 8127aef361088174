import { type Handler, refuse } from '../../operation/operation.ts';
import { deleteToken } from './tokens-repository.ts';

/** Requests look the token up each time, so one that is gone is refused from the commit on. */
export const deleteTokenById: Handler<'deleteTokenById'> = async ({ input: { path }, tenant, unit }) => {
  if (!(await deleteToken(unit, tenant, path.tokenId))) {
    return refuse('TOKEN_NOT_FOUND', 'No API token of the platform has this id; it may have been deleted already.');
  }
  return { status: 204, body: undefined };
};
