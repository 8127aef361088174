import { epochMsOf, type Instant } from '../clock/instant.ts';

/** A lower bound of the ids that are made from this moment on, in any collation, since ids begin with their time. */
export function firstIdAt<Prefix extends string>(prefix: Prefix, moment: Instant): `${Prefix}:${string}` {
  const digits = Math.max(0, epochMsOf(moment)).toString(16).padStart(12, '0');
  return `${prefix}:${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
