import { type EventType, eventTriggers, type SandboxTriggered } from '@payments-platform/types';
import { plusMs, secondMs } from '../../ground/clock/instant.ts';
import { type ExternalHandler, isRefusal, type Refusal, refuseFields } from '../../operation/operation.ts';
import { type Maker, makerFor, StepRefused } from '../recipes/maker.ts';
import { madeOrRefused, refusePermissions } from '../recipes/refuse-step.ts';
import { causes } from './causes.ts';
import { type CauseOnResource, causesOnResources } from './causes-on-resources.ts';

/** Causes an event of one type by its real cause. */
export const triggerSandboxEvent: ExternalHandler<'triggerSandboxEvent'> = async (call) => {
  const { type, resourceId, advancesClock = false } = call.input.body;
  const named = resourceId === undefined ? undefined : causeOn(type, resourceId);
  if (named !== undefined && isRefusal(named)) return named;
  const forbidden = refusePermissions(call.caller);
  if (forbidden !== undefined) return forbidden;
  const made = call.deps.inner.inTurn(call.tenant, () =>
    named === undefined ? trigger(makerFor(call), type, advancesClock) : triggerOn(makerFor(call), type, named),
  );
  const triggered = await madeOrRefused(made);
  return isRefusal(triggered) ? triggered : { status: 200, body: triggered };
};

interface Named {
  readonly resourceId: string;
  readonly on: CauseOnResource;
}

/** The cause of the event on the named resource. */
function causeOn(type: EventType, resourceId: string): Named | Refusal<'INVALID_INPUT'> {
  const on = causesOnResources[type];
  if (on === undefined) {
    const types = Object.keys(causesOnResources).join(', ');
    return refuseResource(
      `${type} happens to a resource that the trigger creates, so leave this out. It is accepted for ${types}.`,
    );
  }
  return resourceId.startsWith(on.prefix)
    ? { resourceId, on }
    : refuseResource(`${type} happens to ${on.state}, whose id begins with ${on.prefix}`);
}

function refuseResource(message: string): Refusal<'INVALID_INPUT'> {
  return refuseFields([{ field: 'resourceId', message }]);
}

/** Runs the work that is due right after the cause: none of these causes takes time. */
async function triggerOn(
  maker: Maker,
  type: EventType,
  { resourceId, on }: Named,
): Promise<SandboxTriggered | Refusal<'INVALID_INPUT'>> {
  const before = (await newestOf(maker, type, resourceId))?.sequence ?? 0;
  try {
    await on.cause(maker, resourceId);
  } catch (error) {
    if (!(error instanceof StepRefused)) throw error;
    return refuseResource(`Name ${on.state}. ${error.refusal.reason}`);
  }
  await maker.settle();
  const event = await newestOf(maker, type, resourceId);
  if (event === undefined || event.sequence <= before)
    return refuseResource(`Name ${on.state}: in its current state, the event did not happen.`);
  return { type, status: 'HAPPENED', resourceId, eventId: event.id, at: event.createdAt };
}

/** The event with the highest sequence, since events of one moment are listed in any order. */
async function newestOf(maker: Maker, type: EventType, resourceId: string) {
  const { data } = await maker.ask('listEvents', { query: { type, resourceId, limit: 100 } });
  return data.toSorted((one, other) => other.sequence - one.sequence)[0];
}

async function trigger(maker: Maker, type: EventType, advancesClock: boolean): Promise<SandboxTriggered> {
  const { afterSeconds } = eventTriggers[type];
  const resourceId = await causes[type](maker);
  // A test event is sent but not stored.
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
