import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { epochMsOf, type Instant } from '../src/ground/clock/instant.ts';

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A token that the sandbox accepts: of an accepted provider, fresh, with any signature. */
export function identityToken(now: Instant, claims: object = {}): string {
  const seconds = epochMsOf(now) / 1000;
  const usual = {
    iss: 'https://accounts.google.com',
    aud: 'app.example.com',
    sub: '4711',
    email: 'ada@example.com',
    iat: seconds,
    exp: seconds + 3600,
  };
  return `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ ...usual, ...claims })}.c2FuZGJveA`;
}

/** The claim that binds a token to the owner of a key. */
export function nonceOf(clientPublicKey: string): { readonly nonce: string } {
  return { nonce: createHash('sha256').update(clientPublicKey, 'ascii').digest('hex') };
}
