import { hash } from 'node:crypto';
import { withoutSandboxSuffix } from './sandbox-suffixes.ts';

/** Text that looks like the hash of a transfer: 64 hexadecimal digits, always the same for the same text. */
export function hashOf(text: string): string {
  return withoutSandboxSuffix((attempt) => digest(attempt === 0 ? text : `${text} ${attempt}`));
}

/** This many decimal digits, always the same for the same text, and unrelated to its hash. */
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
