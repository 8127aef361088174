import { resendDeliveries, type UndeliveredStatus } from '../../engines/outbox/resend-deliveries.ts';
import { readInstant } from '../../ground/clock/read-instant.ts';
import { type Handler, isRefusal, refuseFields } from '../../operation/operation.ts';
import { encodeCursor, ofKind, readPage } from '../../operation/pagination.ts';
import { findPlatform } from '../platforms/find-platform.ts';
import { endpointNotSet } from './event-view.ts';

/** What an outage leaves: deliveries without an endpoint, and deliveries that were given up. */
const missedByDefault: readonly UndeliveredStatus[] = ['SKIPPED', 'DEAD'];

export const resendEvents: Handler<'resendEvents'> = async ({ input: { body }, tenant, unit, now }) => {
  const { cursor, statuses = missedByDefault } = body;
  const [from, to] = [readInstant(body.from), readInstant(body.to)];
  if (to < from) return refuseFields([{ field: 'to', message: 'must not be before from' }]);
  const page = readPage(cursor === undefined ? {} : { cursor }, ofKind('Webhook'));
  if (isRefusal(page)) return page;
  if ((await findPlatform(unit, tenant)).webhook_endpoint === null) return endpointNotSet();
  const after = page.after && { created_at: page.after.createdAt, id: page.after.id };
  const { count, last } = await resendDeliveries(unit, { tenant, from, to, statuses: new Set(statuses), after, now });
  const nextCursor = last === undefined ? null : encodeCursor({ createdAt: last.created_at, id: last.id });
  return { status: 200, body: { count, hasMore: nextCursor !== null, nextCursor } };
};
