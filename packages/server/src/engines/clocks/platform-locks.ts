import { sql } from 'kysely';
import { lockingStatement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';

interface Platform {
  readonly tenant: number;
}

/** Any constants: the locks of clocks and of endpoints are apart from each other and from all else. */
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
 * Keeps the clock of a platform as it is until the unit ends, and that it has no endpoint if it has none, so that what is
 * projected by the one and skipped for want of the other is right. Units of SQLite come one after the other anyway.
 */
export function sharePlatform(unit: Unit, tenant: number): void {
  if (unit.engine !== 'postgres') return;
  const tenants = sharing.get(unit) ?? new Set();
  sharing.set(unit, tenants);
  if (tenants.has(tenant)) return;
  tenants.add(tenant);
  unit.write(shareBoth, { tenant });
}

/** The clock alone, for those whom everybody waits for: whoever sets an endpoint waits for the units of its platform. */
export function shareClock(unit: Unit, tenant: number): void {
  if (unit.engine === 'postgres') unit.write(shareOne, { tenant });
}

/** Waits until no unit counts on the clock of a platform, and lets none begin to until this one ends. */
export function lockClock(unit: Unit, tenant: number): void {
  if (unit.engine === 'postgres') unit.write(lockOneClock, { tenant });
}

/** The same of its endpoint. Ask for it before any row that such a unit may lock. */
export function lockEndpoint(unit: Unit, tenant: number): void {
  if (unit.engine === 'postgres') unit.write(lockOneEndpoint, { tenant });
}
