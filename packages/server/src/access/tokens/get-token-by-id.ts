import { type Handler, refuse } from '../../operation/operation.ts';
import { viewToken } from './token-view.ts';
import { findToken } from './tokens-repository.ts';

export const getTokenById: Handler<'getTokenById'> = async ({ input: { path }, tenant, unit }) => {
  const token = await findToken(unit, tenant, path.tokenId);
  if (token === undefined)
    return refuse('TOKEN_NOT_FOUND', 'No API token of the platform has this id. List the tokens to find it.');
  return { status: 200, body: viewToken(token) };
};
