import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { base32nopad } from '@scure/base';
import { epochMsOf, type Instant, secondMs } from '../../ground/clock/instant.ts';

const stepMs = 30 * secondMs;
const digits = 6;
/** A code is accepted one step early or late, because clocks differ and customers type slowly. */
const driftSteps = 1;
/** The length of the output of SHA-1, which RFC 4226 recommends. */
export const secretBytes = 20;

export type HashName = 'sha1' | 'sha256' | 'sha512';

/** RFC 4226: the code of a counter. */
export function hotp(secret: Uint8Array, counter: number, length = digits, hash: HashName = 'sha1'): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac(hash, secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** RFC 6238: the time step of a moment. */
export function stepOf(now: Instant): number {
  return Math.floor(epochMsOf(now) / stepMs);
}

/** The step near `now` and after `usedStep` whose code this is; `undefined` if there is none. */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  { now, usedStep }: { readonly now: Instant; readonly usedStep: number },
): number | undefined {
  const step = stepOf(now);
  // All steps are compared even after a match, so that the duration reveals nothing.
  const matches = [step - driftSteps, step, step + driftSteps].filter((near) => isSame(hotp(secret, near), code));
  return matches.find((near) => near > usedStep);
}

function isSame(expected: string, given: string): boolean {
  return expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
}

/** The secret as customers type it into an app. */
export function base32Of(secret: Uint8Array): string {
  return base32nopad.encode(secret);
}

/** The provisioning address that authenticator apps read from a QR code. */
export function totpUri(secret: Uint8Array, issuer: string, accountName: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(accountName)}`;
  const query = `secret=${base32Of(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=30`;
  return `otpauth://totp/${label}?${query}`;
}
