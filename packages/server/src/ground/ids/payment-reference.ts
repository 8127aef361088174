import { Buffer } from 'node:buffer';
import type { Random } from './ids.ts';
import { withoutSandboxSuffix } from './sandbox-suffixes.ts';

/** Without I, L, O and U, which are read wrong or spell words. */
const referenceLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What a payer copies: short enough for the narrowest bank field (18), too long to meet twice. */
export function newPaymentReference(random: Random): string {
  return withoutSandboxSuffix(() => {
    const letters = [...Buffer.from(random.bytes(12))].map((byte) => referenceLetters[byte % referenceLetters.length]);
    return `PP${letters.join('')}`;
  });
}
