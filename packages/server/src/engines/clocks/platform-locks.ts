import { sql } from 'kysely';
import { lockingStatement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

interface Platform {
  readonly tenant: number;
}

/** Arbitrary constants that separate the locks of clocks and of endpoints from each other and from all others. */
const ofClock = 7_203_414;
const ofEndpoint = 7_203_415;

const shared = (of: number, tenant: number) => sql`pg_advisory_xact_lock_shared(${sql.lit(of)}, ${tenant})`;
const alone = (of: number, tenant: number) => sql`pg_advisory_xact_lock(${sql.lit(of)}, ${tenant})`;

const shareOne = lockingStatement<Platform>('lockClockShared', (db, { tenant }) =>
  db.selectNoFrom(shared(ofClock, tenant).as('clock')),
);
const shareBoth = lockingStatement<Platform>('lockPlatformShared', (db, { tenant }) =>
  db.selectNoFrom([shared(ofClock, tenant).as('clock'), shared(ofEndpoint, tenant).as('endpoint')]),
);
const lockOneClock = lockingStatement<Platform>('lockClock', (db, { tenant }) =>
  db.selectNoFrom(alone(ofClock, tenant).as('clock')),
);
const lockOneEndpoint = lockingStatement<Platform>('lockEndpoint', (db, { tenant }) =>
  db.selectNoFrom(alone(ofEndpoint, tenant).as('endpoint')),
);

const sharing = new WeakMap<Unit, Set<number>>();

/**
 * Keeps the clock of a platform, and the absence of an endpoint, unchanged until the unit ends: times computed from the
 * clock and deliveries skipped without an endpoint stay correct. SQLite runs units one after the other anyway.
 */
export function sharePlatform(unit: Unit, tenant: number): void {
  if (unit.engine !== 'postgres') return;
  const tenants = sharing.get(unit) ?? new Set();
  sharing.set(unit, tenants);
  if (tenants.has(tenant)) return;
  tenants.add(tenant);
  unit.write(shareBoth, { tenant });
}

/**
 * Locks only the clock, for units that many others wait for: setting an endpoint waits for the units of its platform.
 */
export function shareClock(unit: Unit, tenant: number): void {
  if (unit.engine === 'postgres') unit.write(shareOne, { tenant });
}

/** Waits for all units that share the clock of a platform, and blocks new ones until this unit ends. */
export function lockClock(unit: Unit, tenant: number): void {
  if (unit.engine === 'postgres') unit.write(lockOneClock, { tenant });
}

/** The same for its endpoint. Take it before any row that such a unit may lock. */
export function lockEndpoint(unit: Unit, tenant: number): void {
  if (unit.engine === 'postgres') unit.write(lockOneEndpoint, { tenant });
}
