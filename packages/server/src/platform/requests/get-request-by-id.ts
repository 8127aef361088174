import { type Handler, refuse } from '../../operation/operation.ts';
import { viewRequest } from './request-view.ts';
import { findRequest } from './requests-repository.ts';

export const getRequestById: Handler<'getRequestById'> = async ({ input, tenant, unit }) => {
  const found = await findRequest(unit, tenant, input.path.requestId);
  if (found === undefined)
    return refuse('NOT_FOUND', 'No stored request has this id. List the requests with GET /requests.');
  return { status: 200, body: { ...viewRequest(found.request), ...found.exchange } };
};
