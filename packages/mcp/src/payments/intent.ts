import { createHash } from 'node:crypto';

const shortest = 3;
const longest = 200;

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The same intent, however its spaces and capitals were written. */
export function normalised(intent: string): string {
  return intent.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** What is wrong with an intent; `undefined` where nothing is. */
export function intentAmiss(intent: unknown): string | undefined {
  const length = typeof intent === 'string' ? normalised(intent).length : 0;
  if (length >= shortest && length <= longest) return undefined;
  return `Nothing was sent: intent has to be ${shortest} to ${longest} characters that say which payment this is.`;
}

export function intentHash(intent: string): string {
  return sha256(normalised(intent));
}

/**
 * The Idempotency-Key of an intent. The platform keeps a key with the operation and the arguments that it came with: it
 * answers the same arguments as before, and refuses others, which hashing them here would let pass as another payment.
 * `round` counts the quotes of an intent, since a price that has run out has to be asked for again.
 */
export function intentKey(intent: string, round = 0): string {
  return `intent-${sha256(JSON.stringify([normalised(intent), round]))}`;
}

/** Tells whether an intent comes with the arguments that it came with before; the order of fields means nothing. */
export function argumentsHash(given: Readonly<Record<string, unknown>>): string {
  return sha256(JSON.stringify(given, sortedMembers));
}

function sortedMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
