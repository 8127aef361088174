import { type EventType, eventTriggers, eventTypes, type SandboxTriggered } from '@payments-platform/types';
import { plusMs, secondMs } from '../../ground/clock/instant.ts';
import { type ExternalHandler, isRefusal, refuseFields } from '../../operation/operation.ts';
import { type Maker, makerFor } from '../recipes/maker.ts';
import { madeOrRefused, refusePermissions } from '../recipes/refuse-step.ts';
import { causes } from './causes.ts';

/** Makes an event of one type happen by what really causes it. */
export const triggerSandboxEvent: ExternalHandler<'triggerSandboxEvent'> = async (call) => {
  const { type, advancesClock = false } = call.input.body;
  if (!isEventType(type)) {
    const message = 'There is no such event. GET /sandbox/triggers lists the types.';
    return refuseFields([{ field: 'type', message, constraint: { enum: eventTypes } }]);
  }
  const forbidden = refusePermissions(call.caller);
  if (forbidden !== undefined) return forbidden;
  const made = call.deps.inner.inTurn(call.tenant, () => trigger(makerFor(call), type, advancesClock));
  const triggered = await madeOrRefused(made);
  return isRefusal(triggered) ? triggered : { status: 200, body: triggered };
};

function isEventType(type: string): type is EventType {
  return eventTypes.some((known) => known === type);
}

async function trigger(maker: Maker, type: EventType, advancesClock: boolean): Promise<SandboxTriggered> {
  const { afterSeconds } = eventTriggers[type];
  const resourceId = await causes[type](maker);
  // A test of the endpoint is sent and not stored.
  if (type === 'TEST') return { type, status: 'HAPPENED', at: maker.now() };
  await maker.settle();
  const at = plusMs(maker.now(), afterSeconds * secondMs);
  if (afterSeconds > 0 && advancesClock) await maker.ask('advanceSandboxClock', { body: { seconds: afterSeconds } });
  const query = { type, limit: 1, ...(resourceId !== undefined && { resourceId }) };
  const [event] = (await maker.ask('listEvents', { query })).data;
  return event === undefined
    ? { type, status: 'DUE', ...(resourceId !== undefined && { resourceId }), at }
    : { type, status: 'HAPPENED', resourceId: event.resourceId, eventId: event.id, at: event.createdAt };
}
