import type { sql } from 'kysely';
import { rawQuery } from './statement.ts';
import type { Unit } from './unit.ts';

/** A rule that must always hold for the whole store, and how to find the first row that breaks it. */
export interface Invariant {
  readonly name: string;
  /** A sentence that is true for a healthy store. */
  readonly rule: string;
  /** The first breach as text, or `undefined`. */
  check(unit: Unit): Promise<string | undefined>;
}

export interface Breach {
  readonly breach: string;
}

async function firstBreach(unit: Unit, query: ReturnType<typeof sql<Breach>>): Promise<string | undefined> {
  const rows = await unit.select<Breach>((db) => rawQuery(query, db));
  return rows[0]?.breach;
}

export function sqlInvariant(name: string, rule: string, query: ReturnType<typeof sql<Breach>>): Invariant {
  return { name, rule, check: (unit) => firstBreach(unit, query) };
}
