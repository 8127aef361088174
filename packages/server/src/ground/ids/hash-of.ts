import { hash } from 'node:crypto';
import { withoutSandboxSuffix } from './sandbox-suffixes.ts';

/** What looks like the hash of a transfer: 64 hexadecimal digits, the same ones for the same text. */
export function hashOf(text: string): string {
  return withoutSandboxSuffix((attempt) => digest(attempt === 0 ? text : `${text} ${attempt}`));
}

/** As many decimal digits, the same ones for the same text; they have nothing to do with its hash. */
export function digitsOf(text: string, count: number): string {
  return withoutSandboxSuffix((attempt) =>
    [...digest(`digits ${count} ${attempt} ${text}`).slice(0, count)]
      .map((digit) => Number.parseInt(digit, 16) % 10)
      .join(''),
  );
}

function digest(text: string): string {
  return hash('sha256', text, 'hex');
}
