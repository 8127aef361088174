import type { Handler } from '../../operation/operation.ts';
import { unknownEvent, viewAttempt, viewEvent } from './event-view.ts';
import { findEvent, listAttempts } from './events-repository.ts';

export const getEventById: Handler<'getEventById'> = async ({ input, tenant, unit }) => {
  const { eventId } = input.path;
  const row = await findEvent(unit, tenant, eventId);
  if (row === undefined) return unknownEvent();
  const attempts = await listAttempts(unit, tenant, eventId);
  const body = { ...viewEvent(row), payload: row.payload, attempts: attempts.map(viewAttempt) };
  return { status: 200, body };
};
