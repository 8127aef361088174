import { sql } from 'kysely';
import { statement } from './statement.ts';
import type { Unit } from './unit.ts';

const lock = statement<{ readonly turn: string }, unknown>('takeAdvisoryLock', (db, { turn }) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${turn}, 0))`.as('locked')),
);

/**
 * Waits until no other unit has this turn, and holds it until the unit ends. It is for checks that two uncommitted
 * units could both pass because neither sees the other. SQLite has only one writer anyway.
 */
export async function takeAdvisoryLock(unit: Unit, turn: string): Promise<void> {
  if (unit.engine === 'postgres') await unit.first(lock, { turn });
}
