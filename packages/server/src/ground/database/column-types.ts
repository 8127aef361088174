import type { ColumnType } from 'kysely';

/** Set on insert, never updated. */
export type Fixed<T> = ColumnType<T, T, never>;

/** Set by the database unless given, never updated. */
export type ByDefault<T> = ColumnType<T, T | undefined, never>;
