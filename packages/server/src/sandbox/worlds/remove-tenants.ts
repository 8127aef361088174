import type { Selectable } from 'kysely';
import type { DueWork } from '../../engines/due-work/due-work.ts';
import { epochMsOf, instantOf, minuteMs, secondMs } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import { removeSome } from './remove-rows.ts';
import { retireTenant } from './retire-tenant.ts';
import { firstRemoved, thenRemoved } from './tenant-tables.ts';
import { findFirstExpiryMs, forgetWorld, listExpiredWorlds, markWorldDeleting } from './worlds-repository.ts';

type Removal = Selectable<Schema['removed_tenants']>;

/** The lease of a worker on a removal. */
const leaseMs = minuteMs;
/** Work that was claimed before the timers were removed ends within this time. */
const restMs = 2 * secondMs;
/** Longer than any request or attempt to send that was in progress when the tenant ended. */
const stragglersMs = 2 * minuteMs;
const expiredAtOnce = 16;

const first = statement<Record<never, never>, Pick<Removal, 'due_ms'>>('firstRemoval', (db) =>
  db.selectFrom('removed_tenants').select('due_ms').orderBy('due_ms').limit(1),
);

const claim = statement<{ readonly nowMs: number; readonly leasedUntilMs: number }, Removal>(
  'claimRemoval',
  (db, { nowMs, leasedUntilMs }, engine) =>
    db
      .updateTable('removed_tenants')
      .set({ due_ms: leasedUntilMs })
      .where('tenant', '=', (of) => {
        const due = of
          .selectFrom('removed_tenants')
          .select('tenant')
          .where('due_ms', '<=', nowMs)
          .orderBy('due_ms')
          .limit(1);
        return engine === 'postgres' ? due.forUpdate().skipLocked() : due;
      })
      .returningAll(),
);

const setDue = table('removed_tenants').update(['due_ms']);
const forgetPlatform = table('platforms').delete();
const forgetRemoval = table('removed_tenants').delete();

/**
 * Ends expired worlds, and removes the data of ended tenants, batch by batch. A tenant is removed in three steps: first
 * what gives access or runs automatically, then everything, then once more what requests in progress have written
 * since.
 */
export const dueTenantRemovals: DueWork<ServerDeps> = {
  name: 'sandbox_worlds',
  work: async (deps) => {
    const nowMs = epochMsOf(deps.clock.now());
    const ended = await endExpired(deps, nowMs);
    const removal = await deps.database.transaction((unit) =>
      unit.first(claim, { nowMs, leasedUntilMs: nowMs + leaseMs }),
    );
    if (removal === undefined) return ended;
    await continueRemoval(deps, removal, nowMs);
    return ended + 1;
  },
  nextDueAt: async (unit) => {
    const [removal, expiryMs] = await Promise.all([unit.first(first, {}), findFirstExpiryMs(unit)]);
    const times = [removal && Number(removal.due_ms), expiryMs].filter((ms) => ms !== undefined);
    return times.length === 0 ? undefined : instantOf(Math.min(...times));
  },
};

async function endExpired({ database }: ServerDeps, nowMs: number): Promise<number> {
  const expired = await database.read((unit) => listExpiredWorlds(unit, nowMs, expiredAtOnce));
  for (const { tenant, id } of expired)
    await database.transaction(async (unit) => {
      const world = await markWorldDeleting(unit, tenant, id);
      if (world !== undefined) retireTenant(unit, world, nowMs);
    });
  return expired.length;
}

async function continueRemoval(deps: ServerDeps, removal: Removal, nowMs: number): Promise<void> {
  const { database, tenants } = deps;
  const { tenant } = removal;
  const ageMs = nowMs - Number(removal.removed_at_ms);
  const isFirst = ageMs < restMs;
  const removed = await removeSome(deps, tenant, isFirst ? firstRemoved : thenRemoved);
  const dueIn = (ms: number) => (unit: Unit) => unit.write(setDue, { tenant, due_ms: nowMs - ageMs + ms });
  if (removed > 0) return database.transaction(async (unit) => dueIn(ageMs)(unit));
  if (isFirst) return database.transaction(async (unit) => dueIn(restMs)(unit));
  tenants.forget(tenant);
  await database.transaction(async (unit) => {
    forgetWorld(unit, tenant);
    if (ageMs < stragglersMs) return dueIn(stragglersMs)(unit);
    unit.write(forgetPlatform, { tenant });
    unit.write(forgetRemoval, { tenant });
  });
}
