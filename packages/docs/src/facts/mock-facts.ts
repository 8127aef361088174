import { readdirSync, readFileSync } from 'node:fs';
import { escapeHtml } from '../html.ts';
import { table } from '../table.ts';

const cases = new URL('../../../contract-tests/src/cases/', import.meta.url);

export interface MockGap {
  /** The subject of the scenarios, from the name of their file. */
  readonly about: string;
  readonly reason: string;
}

/** Why scenarios of the contract tests are skipped on the mock. */
export function mockReasons(): MockGap[] {
  const files = readdirSync(cases)
    .filter((file) => file.endsWith('.case.ts'))
    .sort();
  return files.flatMap((file) => {
    const found = readFileSync(new URL(file, cases), 'utf8').matchAll(/needsState\(\s*target,\s*(['"])(.+?)\1,?\s*\)/g);
    const about = file.replace('.case.ts', '').replaceAll('-', ' ');
    return [...new Set([...found].map((match) => match[2] ?? ''))].map((reason) => ({ about, reason }));
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function mockGaps(): string {
  const rows = mockReasons().map(({ about, reason }) => [
    escapeHtml(capital(about)),
    `${escapeHtml(capital(reason))}.`,
  ]);
  return table(['Scenarios about', 'Why the mock cannot show them'], rows);
}
