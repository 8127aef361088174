import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { epochMsOf, type Instant, secondMs } from '../../ground/clock/instant.ts';
import { isJsonObject, parseJson } from '../../ground/json/json-text.ts';
import type { IssuerName } from './token-issuers.ts';

/** The issuers that providers write into their tokens. */
const issuers: ReadonlyMap<string, IssuerName> = new Map([
  ['https://accounts.google.com', 'google'],
  ['accounts.google.com', 'google'],
  ['https://appleid.apple.com', 'apple'],
]);

const oldestSeconds = 60;
const skewSeconds = 5;

/** The claims of a token. Its signature is not checked here. */
export interface IdentityToken {
  readonly issuer: IssuerName;
  /** The same for every token of one person at one application, and different for all others. */
  readonly identity: string;
  readonly nickname: string;
  readonly issuedAtSeconds: number;
  readonly expiresAtSeconds: number;
  readonly nonce: string | undefined;
}

/** `undefined` if the text is not a token of a supported provider with all required claims. */
export function readIdentityToken(token: string): IdentityToken | undefined {
  const [header, payload, signature, ...rest] = token.split('.');
  const claims = payload === undefined ? undefined : readObject(payload);
  if (header === undefined || readObject(header) === undefined || signature === undefined) return undefined;
  if (claims === undefined || rest.length > 0) return undefined;
  const issuer = issuers.get(textOf(claims['iss']) ?? '');
  const audience = audienceOf(claims['aud']);
  const subject = textOf(claims['sub']);
  const { iat, exp } = claims;
  if (issuer === undefined || audience === undefined || subject === undefined) return undefined;
  if (typeof iat !== 'number' || typeof exp !== 'number') return undefined;
  return {
    issuer,
    identity: JSON.stringify([issuer, audience, subject]),
    nickname: (textOf(claims['email']) ?? subject).slice(0, 320),
    issuedAtSeconds: iat,
    expiresAtSeconds: exp,
    nonce: textOf(claims['nonce']),
  };
}

/** Why the token is too old or not valid yet, as the predicate of a sentence; `undefined` if it is fresh. */
export function staleness({ issuedAtSeconds, expiresAtSeconds }: IdentityToken, now: Instant): string | undefined {
  const nowSeconds = epochMsOf(now) / secondMs;
  if (issuedAtSeconds < nowSeconds - oldestSeconds - skewSeconds) return 'was issued more than 60 seconds ago (iat)';
  if (issuedAtSeconds > nowSeconds + skewSeconds) return 'was issued in the future (iat)';
  return expiresAtSeconds > nowSeconds ? undefined : 'has expired (exp)';
}

/** The `nonce` that a token must have to open a session for this key, which is hashed exactly as it is sent. */
export function nonceFor(clientPublicKey: string): string {
  return createHash('sha256').update(clientPublicKey, 'ascii').digest('hex');
}

function readObject(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseJson(Buffer.from(part, 'base64url').toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function audienceOf(value: unknown): string | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.length === 1 ? textOf(list[0]) : undefined;
}
