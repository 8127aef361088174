import { readdirSync, readFileSync } from 'node:fs';
import { escapeHtml } from '../html.ts';

const cases = new URL('../../../packages/contract-tests/src/cases/', import.meta.url);

/** Why scenarios of the contract tests are skipped on the mock, each reason once. */
export function mockReasons(): string[] {
  const files = readdirSync(cases).filter((file) => file.endsWith('.case.ts'));
  const reasons = files.flatMap((file) => {
    const found = readFileSync(new URL(file, cases), 'utf8').matchAll(/needsState\(\s*target,\s*(['"])(.+?)\1,?\s*\)/g);
    return [...found].map((match) => match[2] ?? '');
  });
  return [...new Set(reasons)].sort();
}

export function mockGaps(): string {
  const items = mockReasons().map((reason) => `<li>${escapeHtml(reason.replace(/^a mock /, 'It '))}.</li>`);
  return `<ul>${items.join('\n')}</ul>`;
}
