import { dueTimers } from '../../engines/due-work/due-timers.ts';
import { clearTimer, setTimer } from '../../engines/due-work/timers.ts';
import { moveFrom, type TriggerOf } from '../../engines/states/transition.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { type TokenCode, tokenCode } from '../../ground/money/currency.ts';
import type { ServerDeps, WorkContext } from '../../operation/deps.ts';
import { disableToken, enableToken, findToken } from '../../platform/config/platform-tokens.ts';
import { findStablecoin, lockStablecoin } from './find-stablecoin.ts';
import { moveServiceOperations } from './stablecoins-repository.ts';
import type { StablecoinRow } from './tables.ts';

const enablementTimers = 'stablecoin_enablement';

export type Decision = Exclude<TriggerOf<'stablecoin-service-operations'>, 'REGISTER' | 'REQUEST'>;

/** Sets a timer for the decision if the environment decides in place of an operator. */
export function scheduleDecision({ unit, tenant, deps }: WorkContext, row: StablecoinRow): void {
  const at = deps.rules.enablementSteps(row.provider_token_identifier)[0]?.afterMs;
  if (at === undefined || row.enablement_requested_at === null) return;
  setTimer(unit, { tenant, kind: enablementTimers, id: row.id }, plusMs(row.enablement_requested_at, at));
}

/** Decides requests for enablement if the environment has rules for that. */
export const dueEnablements = dueTimers<StablecoinRow, ServerDeps>({
  kind: enablementTimers,
  batchSize: 64,
  leaseMs: minuteMs,
  find: findStablecoin,
  work: async (server, { tenant, id }) => {
    const deps = await server.forTenant(tenant);
    await deps.database.transaction((unit) => decideIfDue({ unit, tenant, now: deps.clock.now(), deps }, id));
  },
});

async function decideIfDue(context: WorkContext, id: string): Promise<void> {
  const { unit, tenant, now, deps } = context;
  const row = await lockStablecoin(unit, tenant, id);
  const requestedAt = row?.enablement_requested_at ?? null;
  const timer = { tenant, kind: enablementTimers, id };
  if (row === undefined || requestedAt === null) return clearTimer(unit, timer);
  const steps = deps.rules.enablementSteps(row.provider_token_identifier);
  let current = row;
  for (const { afterMs, decision } of steps) {
    // A decision of an operator is not overwritten.
    const isOpen = current.service_operations_status === (decision === 'ENABLE' ? 'ENABLING' : 'PENDING_APPROVAL');
    if (isOpen && plusMs(requestedAt, afterMs) <= now) current = await applyDecision(context, current, decision);
  }
  const next = steps.find(({ afterMs }) => plusMs(requestedAt, afterMs) > now);
  if (next === undefined) clearTimer(unit, timer);
  else setTimer(unit, timer, plusMs(requestedAt, next.afterMs));
}

/** A token whose symbol cannot be its code is not enabled automatically. An operator would assign a code. */
async function applyDecision(context: WorkContext, row: StablecoinRow, decision: Decision): Promise<StablecoinRow> {
  const decided = await decideEnablement(context, row, { decision });
  return typeof decided === 'string' ? moveServiceOperations(context, row, 'DISABLE') : decided;
}

/** Why a decision cannot be carried out now. */
export type Undecided = 'NO_SUCH_MOVE' | 'NO_CODE';

/**
 * Carries out a decision of the operator, or of the environment in its place. Once enabled, the token is a currency of
 * the platform, under its symbol or the code that the operator assigns. The first code never changes.
 */
export async function decideEnablement(
  context: WorkContext,
  row: StablecoinRow,
  { decision, code }: { readonly decision: Decision; readonly code?: string | undefined },
): Promise<StablecoinRow | Undecided> {
  if (moveFrom('stablecoin-service-operations', row.service_operations_status, decision) === undefined)
    return 'NO_SUCH_MOVE';
  if (decision !== 'ENABLE') {
    if (row.service_operations_status === 'ENABLED' && row.currency !== null) disableToken(context, row.currency);
    return moveServiceOperations(context, row, decision);
  }
  const currency = row.currency ?? (await freeCode(context, code ?? row.symbol));
  if (currency === undefined) return 'NO_CODE';
  await enableToken(context, currency, row);
  return moveServiceOperations(context, row, 'ENABLE', { currency });
}

/**
 * The code if it can be used. Codes of the specification mean the same on every platform, and two tokens of a platform
 * have different codes.
 */
async function freeCode({ unit, tenant }: WorkContext, wanted: string): Promise<TokenCode | undefined> {
  const code = tokenCode(wanted);
  return code === undefined || (await findToken(unit, tenant, code)) !== undefined ? undefined : code;
}
