import { hash } from 'node:crypto';

/** What is stored in place of a random secret, which is too long to be found by trying. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}
