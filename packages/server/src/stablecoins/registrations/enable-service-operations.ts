import { dueTimers } from '../../engines/due-work/due-timers.ts';
import { clearTimer, setTimer } from '../../engines/due-work/timers.ts';
import { moveFrom, type TriggerOf } from '../../engines/states/transition.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';
import type { ServerDeps, WorkContext } from '../../operation/deps.ts';
import { findStablecoin, lockStablecoin } from './find-stablecoin.ts';
import { moveServiceOperations } from './stablecoins-repository.ts';
import type { StablecoinRow } from './tables.ts';

const enablementTimers = 'stablecoin_enablement';

type Decision = Exclude<TriggerOf<'stablecoin-service-operations'>, 'REGISTER' | 'REQUEST'>;

/** Where the environment answers in the place of an operator, a timer says when it is time to look. */
export function awaitAnswer({ unit, tenant, deps }: WorkContext, row: StablecoinRow): void {
  const at = deps.rules.enablementSteps(row.provider_token_identifier)[0]?.afterMs;
  if (at === undefined || row.enablement_requested_at === null) return;
  setTimer(unit, { tenant, kind: enablementTimers, id: row.id }, plusMs(row.enablement_requested_at, at));
}

/** Answers requests for enablement where the environment says how. */
export const dueEnablements = dueTimers<StablecoinRow, ServerDeps>({
  kind: enablementTimers,
  batchSize: 64,
  leaseMs: minuteMs,
  find: findStablecoin,
  work: async (server, { tenant, id }) => {
    const deps = await server.forTenant(tenant);
    await deps.database.transaction((unit) => answer({ unit, tenant, now: deps.clock.now(), deps }, id));
  },
});

async function answer(context: WorkContext, id: string): Promise<void> {
  const { unit, tenant, now, deps } = context;
  const row = await lockStablecoin(unit, tenant, id);
  const requestedAt = row?.enablement_requested_at ?? null;
  const timer = { tenant, kind: enablementTimers, id };
  if (row === undefined || requestedAt === null) return clearTimer(unit, timer);
  const steps = deps.rules.enablementSteps(row.provider_token_identifier);
  let current = row;
  for (const { afterMs, decision } of steps) {
    // What an operator has decided meanwhile stays.
    const isOpen = current.service_operations_status === (decision === 'ENABLE' ? 'ENABLING' : 'PENDING_APPROVAL');
    if (isOpen && plusMs(requestedAt, afterMs) <= now)
      current = (await decideEnablement(context, current, decision)) ?? current;
  }
  const next = steps.find(({ afterMs }) => plusMs(requestedAt, afterMs) > now);
  if (next === undefined) clearTimer(unit, timer);
  else setTimer(unit, timer, plusMs(requestedAt, next.afterMs));
}

/** What the operator decides, or the environment in its place. Tells whether the status could move so. */
export async function decideEnablement(
  context: WorkContext,
  row: StablecoinRow,
  decision: Decision,
): Promise<StablecoinRow | undefined> {
  if (moveFrom('stablecoin-service-operations', row.service_operations_status, decision) === undefined)
    return undefined;
  return moveServiceOperations(context, row, decision);
}
