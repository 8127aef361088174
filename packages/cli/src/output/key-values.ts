import { cellOf, isMembers } from './cell.ts';
import { withCurrencies } from './quote-amounts.ts';
import type { Style } from './style.ts';

function pairsOf(value: unknown, name: string): readonly (readonly [string, string])[] {
  const cell = cellOf(value);
  if (cell !== undefined) return [[name, cell]];
  const parts: readonly (readonly [string, unknown])[] = isMembers(value)
    ? Object.entries(withCurrencies(value))
    : (value as readonly unknown[]).map((item, index) => [String(index + 1), item]);
  if (parts.length === 0) return [[name, '–']];
  return parts.flatMap(([key, part]) => pairsOf(part, name === '' ? key : `${name}.${key}`));
}

/** One line per value, with dots between the levels. */
export function keyValues(value: unknown, style: Style): string {
  const pairs = pairsOf(value, '');
  const width = Math.min(40, Math.max(0, ...pairs.map(([name]) => name.length)));
  return pairs.map(([name, cell]) => `${style.faint(name.padEnd(width))}  ${cell}`).join('\n');
}
