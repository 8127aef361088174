import type { ColumnType } from 'kysely';

/** Set on insert, never updated. */
export type Fixed<T> = ColumnType<T, T, never>;

/** Given by the database where it is left out, never updated. */
export type ByDefault<T> = ColumnType<T, T | undefined, never>;
