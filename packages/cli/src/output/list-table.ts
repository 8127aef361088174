import { cellOf, isMembers } from './cell.ts';
import { withQuoteAmount } from './quote-amounts.ts';
import type { Style } from './style.ts';

const gap = 2;
/** Longer texts are not useful in a column. */
const widestCell = 60;

function shortened(text: string): string {
  return text.length > widestCell ? `${text.slice(0, widestCell - 1)}…` : text;
}

/** The most useful columns first: an id leaves room for two or three on a terminal of 80 characters. */
const ranked: readonly RegExp[] = [
  /^id$/,
  /^(?:status|state)$/,
  /^(?:.*[nN]ame|.*Currency|amount|balance|.*Amount)$/,
  /^(?:type|.*Status|.*Type)$/,
  /^(?!.*Id$|is[A-Z])/,
  /^is[A-Z]/,
];

function rankOf(name: string): number {
  const rank = ranked.findIndex((names) => names.test(name));
  return rank === -1 ? ranked.length : rank;
}

/** An action is approved, rejected and read by two ids: a list without that of the agent would be a dead end. */
function isNeeded(name: string, rows: readonly Readonly<Record<string, unknown>>[]): boolean {
  return name === 'agentId' && rows.every(({ id }) => typeof id === 'string' && id.startsWith('AgentAction:'));
}

/** The columns that fit on a line, chosen from all rows, the most useful first; a needed one is shown even if not. */
function columnsOf(rows: readonly Readonly<Record<string, unknown>>[], columns: number): readonly [string, number][] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const shown = names.filter((name) => rows.every((row) => cellOf(row[name]) !== undefined));
  const needed = shown.filter((name) => isNeeded(name, rows));
  const others = shown.filter((name) => !needed.includes(name));
  const ordered = [...needed, ...others.toSorted((one, other) => rankOf(one) - rankOf(other))];
  const chosen: [string, number][] = [];
  let used = 0;
  for (const name of ordered) {
    const width = Math.max(name.length, ...rows.map((row) => shortened(cellOf(row[name]) ?? '').length));
    const isRequired = name === 'id' || needed.includes(name);
    if (chosen.length > 0 && !isRequired && used + gap + width > columns) continue;
    chosen.push([name, width]);
    used += gap + width;
  }
  return chosen;
}

/** A table of the rows; rows without suitable columns are printed one per line. */
export function listTable(items: readonly unknown[], columns: number, style: Style, hasHead = true): string {
  if (items.length === 0) return style.faint('None.');
  if (!items.every(isMembers)) return items.map((item) => cellOf(item) ?? JSON.stringify(item)).join('\n');
  const rows = items.map(withQuoteAmount);
  const chosen = columnsOf(rows, columns);
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => cell.padEnd(chosen[index]?.[1] ?? 0))
      .join(' '.repeat(gap))
      .trimEnd();
  const head = hasHead ? [style.faint(line(chosen.map(([name]) => name)))] : [];
  return [...head, ...rows.map((row) => line(chosen.map(([name]) => shortened(cellOf(row[name]) ?? ''))))].join('\n');
}
