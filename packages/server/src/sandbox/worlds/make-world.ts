import { type IssuedToken, issueToken } from '../../access/tokens/issue-token.ts';
import { lockedClock, setClock } from '../../engines/due-work/clock-settings.ts';
import type { ClockState } from '../../engines/due-work/timekeeper.ts';
import { findWebhookPublicKey } from '../../engines/outbox/keys.ts';
import { createMovableClock, realAnchor } from '../../ground/clock/clock.ts';
import { epochMsOf, type Instant } from '../../ground/clock/instant.ts';
import type { ListedCurrency } from '../../ground/money/currency.ts';
import type { Deps, WorkContext } from '../../operation/deps.ts';
import { openPlatform, takeTenant } from '../../platform/platforms/create-platform.ts';
import { setEndpoint } from '../../platform/platforms/set-endpoint.ts';
import type { WorldRow } from './tables.ts';
import type { WorldRequest, WorldTerms } from './world-request.ts';
import { insertWorld } from './worlds-repository.ts';

/** A world, with the secrets that are shown only once. */
export interface MadeWorld {
  readonly row: WorldRow;
  readonly issued: IssuedToken;
  readonly webhookPublicKey: string;
  readonly clock: ClockState;
}

export interface NewWorld extends WorldRequest {
  readonly skipsVerificationPaperwork: boolean;
  readonly currencies: readonly ListedCurrency[];
}

/** Creates an empty world for the platform of the context. Its endpoint gets no events about its opening. */
export async function makeWorld(context: WorkContext, given: NewWorld): Promise<MadeWorld> {
  const { unit, deps } = context;
  const { system } = deps.clocks;
  const world = await takeTenant(unit);
  const clock = given.clock ?? { now: system.now(), scale: 1, isFrozen: false };
  if (given.clock !== undefined) setClock(unit, await lockedClock(unit, world, system), system, given.clock);
  const own = depsOfNew(deps, world, given.seed, clock.now);
  const inWorld: WorkContext = { unit, tenant: world, now: clock.now, deps: own };
  const id = deps.ids.next('World');
  await openPlatform(inWorld, {
    platformId: id,
    environment: 'SANDBOX',
    isWorld: true,
    isRegulated: false,
    skipsVerificationPaperwork: given.skipsVerificationPaperwork,
    currencies: given.currencies,
  });
  // Set last, so that the events of the opening are skipped.
  if (given.webhookEndpoint !== null) setEndpoint(unit, world, given.webhookEndpoint);
  return recordWorld(context.tenant, inWorld, { ...given, id, clock, forkedFrom: null });
}

interface Opened extends WorldTerms {
  readonly id: string;
  readonly seed: string | null;
  readonly forkedFrom: string | null;
  readonly clock: ClockState;
}

/** Records an open world for the platform that made it, and gives access to it. */
export async function recordWorld(tenant: number, inWorld: WorkContext, opened: Opened): Promise<MadeWorld> {
  const { unit, tenant: world, deps } = inWorld;
  const { id, name, seed, forkedFrom, expiresMs, clock } = opened;
  const row: WorldRow = {
    tenant,
    id,
    world,
    status: 'READY',
    name,
    seed,
    forked_from: forkedFrom,
    created_at: deps.clocks.system.now(),
    expires_ms: expiresMs,
  };
  insertWorld(unit, row);
  const issued = issueToken(inWorld, { name: 'Sandbox world', permissions: ['VIEW', 'TRANSACT', 'MANAGE'] });
  return { row, issued, webhookPublicKey: await findWebhookPublicKey(unit, world), clock };
}

/** The deps of a world that is not committed yet. Its clock stands still at its first moment. */
export function depsOfNew(deps: Deps, world: number, seed: string | null, now: Instant): Deps {
  const clock = createMovableClock({ ...realAnchor, anchoredAt: now, isFrozen: true }, () => epochMsOf(now));
  return { ...deps, clock, ids: deps.tenants.begin(world, seed, clock) };
}
