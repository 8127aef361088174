import { resendDelivery } from '../../engines/outbox/resend-deliveries.ts';
import { type Handler, refuse } from '../../operation/operation.ts';
import { findPlatform } from '../platforms/find-platform.ts';
import { endpointNotSet, unknownEvent, viewEvent } from './event-view.ts';
import { findEvent } from './events-repository.ts';

export const resendEvent: Handler<'resendEvent'> = async ({ input, tenant, unit, now }) => {
  const { eventId } = input.path;
  const row = await findEvent(unit, tenant, eventId);
  if (row === undefined) return unknownEvent();
  if ((await findPlatform(unit, tenant)).webhook_endpoint === null) return endpointNotSet();
  const isResent = await resendDelivery(unit, { tenant, eventId, from: row.status, now });
  const resent = isResent ? await findEvent(unit, tenant, eventId) : undefined;
  if (resent !== undefined) return { status: 200, body: viewEvent(resent) };
  return refuse('CONFLICT', 'The event is being delivered now. Read it again in a moment.');
};
