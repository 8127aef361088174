import type { ColumnType } from 'kysely';

/** JSON kept as text: both engines store it the same way and nothing in a query looks inside. */
export type JsonText = string;
/** Set on insert, never updated. */
export type Fixed<T> = ColumnType<T, T, never>;
