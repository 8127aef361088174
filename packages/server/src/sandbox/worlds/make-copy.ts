import { sql } from 'kysely';
import { findClock } from '../../engines/clocks/clocks.ts';
import { setClock, shownBy } from '../../engines/due-work/clock-settings.ts';
import type { ClockState } from '../../engines/due-work/timekeeper.ts';
import { projectTimers } from '../../engines/due-work/timers.ts';
import { createWebhookKey } from '../../engines/outbox/keys.ts';
import { epochMsOf } from '../../ground/clock/instant.ts';
import { rawQuery } from '../../ground/database/statement.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { subdomainOf, takeTenant } from '../../platform/platforms/create-platform.ts';
import { findPlatform } from '../../platform/platforms/find-platform.ts';
import { copyDigests } from './copy-digests.ts';
import { type CopiedFiles, keepFiles } from './copy-files.ts';
import { copyRows } from './copy-rows.ts';
import { depsOfNew, type MadeWorld, recordWorld } from './make-world.ts';
import type { WorldTerms } from './world-request.ts';

/** The source of a copy. */
export interface CopySource {
  /** The tenant that is copied. */
  readonly from: number;
  /** Its id if it is a world. */
  readonly forkedFrom: string | null;
}

export interface NewCopy extends WorldTerms, CopySource {
  readonly files: CopiedFiles | undefined;
}

/** Creates a world as a copy of a tenant at this moment, in one unit. */
export async function makeCopy(context: WorkContext, given: NewCopy): Promise<MadeWorld | Refusal<'CONFLICT'>> {
  const { unit, deps } = context;
  const { from, files } = given;
  const source = await findPlatform(unit, from);
  const world = files?.tenant ?? (await takeTenant(unit));
  const id = deps.ids.next('World');
  await unit.insertNow('platforms', {
    ...source,
    tenant: world,
    platform_id: id,
    proxy_uma_subdomain: subdomainOf(id),
    webhook_endpoint: given.webhookEndpoint,
    is_world: 1,
  });
  await copyRows(unit, { from, to: world });
  const clock = await copyClock(context, from, world);
  const own = depsOfNew(deps, world, null, clock.now);
  const inWorld: WorkContext = { unit, tenant: world, now: clock.now, deps: own };
  await copyDigests(inWorld);
  if (!(await keepFiles(unit, world, files)))
    return refuse('CONFLICT', 'A file was uploaded during the copy. Repeat the request.');
  createWebhookKey(inWorld);
  return recordWorld(context.tenant, inWorld, { ...given, id, clock, seed: null });
}

/** The clock of the copy has the time of the tenant's clock, and its timers are due by it. */
async function copyClock({ unit, deps }: WorkContext, from: number, to: number): Promise<ClockState> {
  const { system } = deps.clocks;
  const row = await findClock(unit, from);
  if (row === undefined) {
    projectTimers(unit, to, epochMsOf(system.now()));
    return { now: system.now(), scale: 1, isFrozen: false };
  }
  const setting = { now: shownBy(row, system), scale: row.scale, isFrozen: row.is_frozen === 1 };
  setClock(unit, { ...row, tenant: to, revision: 0, advance_expires_ms: null }, system, setting);
  return setting;
}

/** Makes all statements of a unit see one snapshot of the store. Must come first. On SQLite every unit does. */
export async function beginAtOneMoment({ unit }: Pick<WorkContext, 'unit'>): Promise<void> {
  if (unit.engine !== 'postgres') return;
  await unit.select((db) => rawQuery(sql`set transaction isolation level repeatable read`, db));
}
