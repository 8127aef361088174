import { hash } from 'node:crypto';

/** The stored hash of a random secret, which is too long to be guessed. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}
