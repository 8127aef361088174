import type { ColumnType } from 'kysely';

/** Set on insert, never updated. */
export type Fixed<T> = ColumnType<T, T, never>;
