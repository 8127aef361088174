import type { Answer } from '../operations/call-operation.ts';
import { isMembers, printable } from './cell.ts';
import { keyValues } from './key-values.ts';
import { listTable } from './list-table.ts';
import type { Style } from './style.ts';

/** Where to read on, for a person. */
function pageEnd(page: Readonly<Record<string, unknown>>, style: Style): string {
  if (page['hasMore'] !== true) return '';
  return `\n${style.faint(`There is more: --all, or --cursor ${String(page['nextCursor'])}`)}`;
}

/** An answer for a person: a table of a list, a line for each value of anything else. */
export function answerWords({ status, mediaType, text, isReplay }: Answer, columns: number, style: Style): string {
  const replayed = isReplay ? `${style.faint('This key was answered before; this is that answer.')}\n` : '';
  if (text === '') return `${replayed}${style.good('Done')} (${status}).`;
  // Lines are what such a text is made of.
  if (!mediaType.endsWith('json')) return replayed + text.split('\n').map(printable).join('\n').trimEnd();
  const value: unknown = JSON.parse(text);
  if (!isMembers(value)) return replayed + (Array.isArray(value) ? listTable(value, columns, style) : String(value));
  const rows = value['data'];
  if (Array.isArray(rows)) return replayed + listTable(rows, columns, style) + pageEnd(value, style);
  return replayed + keyValues(value, style);
}
