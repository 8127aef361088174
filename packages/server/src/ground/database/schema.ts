import type { Insertable, Selectable } from 'kysely';
import type { Fixed } from './column-types.ts';

interface UnitMarksTable {
  id: Fixed<string>;
  is_void: Fixed<number>;
  made_at: Fixed<bigint>;
}

/**
 * The tables as Kysely sees them; migrations/ creates them. Each room adds its own in its `tables.ts`, by declaration,
 * since this folder must not know the rooms.
 */
export interface Schema {
  unit_marks: UnitMarksTable;
}

/** A row of a table as it is stored. */
export type Stored<T extends keyof Schema> = Selectable<Schema[T]>;

/** A row of a table for an insert. Nullable columns are optional. */
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>;
