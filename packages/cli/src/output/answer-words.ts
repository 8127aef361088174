import type { Answer } from '../operations/call-operation.ts';
import { isMembers, printable } from './cell.ts';
import { keyValues } from './key-values.ts';
import { listTable } from './list-table.ts';
import type { Style } from './style.ts';

/** Says how to read the next page. */
function pageEnd(page: Readonly<Record<string, unknown>>, style: Style): string {
  if (page['hasMore'] !== true) return '';
  return `\n${style.faint(`More results: use --all, or --cursor ${String(page['nextCursor'])}`)}`;
}

/** A response for a person: a list as a table, anything else with one line per value. */
export function answerWords({ status, mediaType, text, isReplay }: Answer, columns: number, style: Style): string {
  const replayed = isReplay
    ? `${style.faint('This is the stored response of an earlier request with the same key.')}\n`
    : '';
  if (text === '') return `${replayed}${style.good('Done')} (${status}).`;
  // Other media types are printed line by line.
  if (!mediaType.endsWith('json')) return replayed + text.split('\n').map(printable).join('\n').trimEnd();
  const value: unknown = JSON.parse(text);
  if (!isMembers(value)) return replayed + (Array.isArray(value) ? listTable(value, columns, style) : String(value));
  const rows = value['data'];
  if (Array.isArray(rows)) return replayed + listTable(rows, columns, style) + pageEnd(value, style);
  return replayed + keyValues(value, style);
}
