import type { Fixed } from './column-types.ts';

interface UnitMarksTable {
  id: Fixed<string>;
  is_void: Fixed<number>;
  made_at: Fixed<bigint>;
}

/**
 * The tables as Kysely sees them; migrations/ is where they are made. Each room adds its own in its `tables.ts`, by
 * declaration, since nothing here may know the rooms.
 */
export interface Schema {
  unit_marks: UnitMarksTable;
}
