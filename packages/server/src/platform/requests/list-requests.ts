import type { Instant } from '../../ground/clock/instant.ts';
import { readOptionalInstant } from '../../ground/clock/read-instant.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, ofKind, readPage } from '../../operation/pagination.ts';
import { keyDigestsOf } from './request-log.ts';
import { viewRequest } from './request-view.ts';
import { listRequests as listKept } from './requests-repository.ts';

export const listRequests: Handler<'listRequests'> = async ({ input: { query }, tenant, unit, deps }) => {
  const page = readPage(query, ofKind('ApiRequest'));
  if (isRefusal(page)) return page;
  const { idempotencyKey, errorCode, createdAfter, createdBefore, ...filter } = query;
  const requests = await listKept(unit, tenant, page, {
    ...filter,
    code: errorCode,
    keyDigests: idempotencyKey === undefined ? undefined : keyDigestsOf(deps.sealer, tenant, idempotencyKey),
    createdAfter: readOptionalInstant(createdAfter),
    createdBefore: readOptionalInstant(createdBefore),
  });
  const rows = requests.map((request) => ({ created_at: request.createdAt as Instant, id: request.id, request }));
  return { status: 200, body: listBody(rows, page.limit, ({ request }) => viewRequest(request)) };
};
