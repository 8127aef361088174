import { epochMsOf, type Instant } from '../clock/instant.ts';

/**
 * The lower bound of ids from this moment on: ids begin with their time, and no later one sorts before this one, in any
 * collation.
 */
export function firstIdAt<Prefix extends string>(prefix: Prefix, moment: Instant): `${Prefix}:${string}` {
  const digits = Math.max(0, epochMsOf(moment)).toString(16).padStart(12, '0');
  return `${prefix}:${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
