import { createHash } from 'node:crypto';

/** What is stored in place of a random secret, which is too long to be found by trying. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
