import { createHash } from 'node:crypto';

const shortest = 3;
const longest = 200;

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Normalizes white space and case of an intent. */
function normalised(intent: string): string {
  return intent.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** The problem of an intent; `undefined` if it is valid. */
export function intentProblem(intent: unknown): string | undefined {
  const length = typeof intent === 'string' ? normalised(intent).length : 0;
  if (length >= shortest && length <= longest) return undefined;
  return `Nothing was sent: intent must be ${shortest} to ${longest} characters that identify the payment.`;
}

export function intentHash(intent: string): string {
  return sha256(normalised(intent));
}

/**
 * The Idempotency-Key of an intent. The arguments are not part of it: the platform stores them with the key, replays
 * equal ones and refuses different ones. A key that included them would let a changed request pass as another payment.
 * `round` counts the quotes of an intent, because an expired price must be requested again.
 */
export function intentKey(intent: string, round = 0): string {
  return `intent-${sha256(JSON.stringify([normalised(intent), round]))}`;
}

/** Compares the arguments of an intent with those it was first used with; the order of fields does not matter. */
export function argumentsHash(given: Readonly<Record<string, unknown>>): string {
  return sha256(JSON.stringify(given, sortedMembers));
}

function sortedMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
