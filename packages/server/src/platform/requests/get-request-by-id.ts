import { type Handler, refuse } from '../../operation/operation.ts';
import { readKept } from './kept-exchange.ts';
import { viewRequest } from './request-view.ts';
import { findRequest } from './requests-repository.ts';

export const getRequestById: Handler<'getRequestById'> = async ({ input, tenant, unit }) => {
  const row = await findRequest(unit, tenant, input.path.requestId);
  if (row === undefined)
    return refuse('NOT_FOUND', 'No request that is kept has this id. List the requests with GET /requests.');
  return { status: 200, body: { ...viewRequest(row), ...readKept(row.exchanges, row.id) } };
};
