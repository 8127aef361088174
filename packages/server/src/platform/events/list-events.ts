import { readOptionalInstant } from '../../ground/clock/read-instant.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';
import { viewEvent } from './event-view.ts';
import { listEventRows } from './events-repository.ts';

export const listEvents: Handler<'listEvents'> = async ({ input: { query }, tenant, unit }) => {
  const page = readPage(query);
  if (isRefusal(page)) return page;
  const { type, resourceId, status } = query;
  const createdAfter = readOptionalInstant(query.createdAfter);
  const createdBefore = readOptionalInstant(query.createdBefore);
  const rows = await listEventRows(unit, tenant, page, { type, resourceId, status, createdAfter, createdBefore });
  return { status: 200, body: listBody(rows, page.limit, viewEvent) };
};
