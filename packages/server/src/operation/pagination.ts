import { Buffer } from 'node:buffer';
import { epochMsOf, type Instant, instantOf } from '../ground/clock/instant.ts';
import { isPlainText } from '../ground/database/plain-text.ts';
import { parseJson } from '../ground/json/json-text.ts';
import { type Refusal, refuseFields } from './operation.ts';

/** The end of a page. Rows are ordered by (created_at, id), so inserts never shift a later page. */
export interface Position {
  readonly createdAt: Instant;
  readonly id: string;
}

export interface Page {
  readonly limit: number;
  readonly order: 'asc' | 'desc';
  readonly after: Position | undefined;
}

export interface PageQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly sortOrder?: Page['order'];
}

export interface ListBody<View> {
  readonly data: readonly View[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

const defaultLimit = 20;
const instantLength = '2025-01-01T00:00:00.000Z'.length;

/**
 * Whether a list may end a page at this id. Each list has its own kind of ids, so cursors of other lists are refused.
 */
type IsListed = (id: string) => boolean;

/** The same for lists of resources, whose ids begin with their type. */
export function ofKind(...kinds: readonly string[]): IsListed {
  return (id) => kinds.some((kind) => id.startsWith(`${kind}:`));
}

/**
 * Reads `limit`, `cursor` and `sortOrder`; the default is newest first. A cursor contains only a position, so that one
 * of another platform reveals nothing.
 */
export function readPage(query: PageQuery, isListed: IsListed): Page | Refusal<'INVALID_INPUT'> {
  const limit = query.limit ?? defaultLimit;
  const order = query.sortOrder ?? 'desc';
  if (query.cursor === undefined) return { limit, order, after: undefined };
  const after = decodeCursor(query.cursor);
  if (after === undefined || !isListed(after.id)) {
    return refuseFields([
      { field: 'cursor', message: 'Pass a nextCursor from an earlier response of this list, unchanged.' },
    ]);
  }
  return { limit, order, after };
}

interface Listed {
  readonly created_at: Instant;
  readonly id: string;
}

/** The rows of a page of a list in memory, in any order before, and one more row if there is a next page. */
export function pageInMemory<Row extends Listed>(rows: readonly Row[], { limit, order, after }: Page): Row[] {
  const direction = order === 'asc' ? 1 : -1;
  const compare = (one: Position, other: Position): number =>
    direction * (compareText(one.createdAt, other.createdAt) || compareText(one.id, other.id));
  return rows
    .map((row) => ({ row, at: { createdAt: row.created_at, id: row.id } }))
    .filter(({ at }) => after === undefined || compare(at, after) > 0)
    .toSorted((one, other) => compare(one.at, other.at))
    .slice(0, limit + 1)
    .map(({ row }) => row);
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** The caller reads one row more than `limit`, only to see whether there is a next page. */
export function listBody<Row extends Listed, View>(
  rows: readonly Row[],
  limit: number,
  view: (row: Row) => View,
): ListBody<View> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  const nextCursor = hasMore && last !== undefined ? encodeCursor({ createdAt: last.created_at, id: last.id }) : null;
  return { data: shown.map(view), hasMore, nextCursor };
}

export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');
}

function decodeCursor(cursor: string): Position | undefined {
  try {
    const parsed = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(parsed) || parsed.length !== 2) return undefined;
    const [createdAt, id] = parsed as unknown[];
    if (typeof createdAt !== 'string' || typeof id !== 'string') return undefined;
    // Only the store's own spelling is valid: lists compare it as text, and no other spelling or year sorts correctly.
    if (createdAt.length !== instantLength || instantOf(epochMsOf(createdAt)) !== createdAt) return undefined;
    // A cursor has only one spelling, and its content was read from a store.
    const isOurs = isPlainText(createdAt) && isPlainText(id) && encodeCursor({ createdAt, id }) === cursor;
    return isOurs ? { createdAt, id } : undefined;
  } catch {
    return undefined;
  }
}
