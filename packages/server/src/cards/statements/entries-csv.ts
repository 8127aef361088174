import { viewCurrency } from '../../ground/money/currency.ts';
import { wireMinor } from '../../ground/money/money.ts';
import { type Kept, type ShownEntry, viewEntry } from './entry-view.ts';

const columns = [
  'id',
  'createdAt',
  'kind',
  'amount',
  'heldAmount',
  'balance',
  'totalBalance',
  'currency',
  'decimals',
  'transactionId',
  'stablecoinOperationId',
] as const;

/** The first line. */
export const csvHeader = csvLine(columns);

/** The line of an entry, with the values of its JSON. */
export function csvEntry(row: ShownEntry, kept: Kept): string {
  const entry = viewEntry(row, kept);
  const { code, decimals } = viewCurrency(kept.currency, kept.token);
  const cells: Record<(typeof columns)[number], string | number> = {
    id: entry.id,
    createdAt: entry.createdAt,
    kind: entry.kind,
    amount: wireMinor(row.amount_minor),
    heldAmount: wireMinor(row.held_amount_minor),
    balance: wireMinor(row.balance_minor),
    totalBalance: wireMinor(row.balance_minor + row.held_minor),
    currency: code ?? kept.currency,
    decimals: decimals ?? '',
    transactionId: entry.transactionId ?? '',
    stablecoinOperationId: entry.stablecoinOperationId ?? '',
  };
  return csvLine(columns.map((column) => cells[column]));
}

/** One line of RFC 4180. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Spreadsheets run text that begins like a formula, so such text is marked as text. Numbers need no mark. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
