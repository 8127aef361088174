import { Buffer } from 'node:buffer';
import type { Random } from './ids.ts';
import { withoutSandboxSuffix } from './sandbox-suffixes.ts';

/** Without I, L, O and U, which are misread or form words. */
const referenceLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The reference that a payer copies: short enough for the narrowest bank field (18), and too long for two to be equal.
 */
export function newPaymentReference(random: Random): string {
  return withoutSandboxSuffix(() => {
    const letters = [...Buffer.from(random.bytes(12))].map((byte) => referenceLetters[byte % referenceLetters.length]);
    return `PP${letters.join('')}`;
  });
}
