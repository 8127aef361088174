import { readOptionalInstant } from '../../ground/clock/read-instant.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, ofKind, readPage } from '../../operation/pagination.ts';
import { viewEvent } from './event-view.ts';
import { listEventRows } from './events-repository.ts';

export const listEvents: Handler<'listEvents'> = async ({ input: { query }, tenant, unit }) => {
  const page = readPage(query, ofKind('Webhook'));
  if (isRefusal(page)) return page;
  const { type, resourceId, requestId, status } = query;
  const createdAfter = readOptionalInstant(query.createdAfter);
  const createdBefore = readOptionalInstant(query.createdBefore);
  const filter = { type, resourceId, requestId, status, createdAfter, createdBefore };
  const rows = await listEventRows(unit, tenant, page, filter);
  return { status: 200, body: listBody(rows, page.limit, viewEvent) };
};
