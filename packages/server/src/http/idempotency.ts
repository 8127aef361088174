import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sweepEvery } from '../engines/due-work/sweep.ts';
import { dayMs, type Instant, minuteMs, plusMs } from '../ground/clock/instant.ts';
import { statement } from '../ground/database/statement.ts';
import type { Unit } from '../ground/database/unit.ts';
import { canonicalJson } from '../ground/json/canonical-json.ts';
import type { FieldError } from '../ground/specification/field-error.ts';

/** How long the response of a key is stored, from its first use. */
const keyLifetimeMs = dayMs;
const longestKey = 255;

/** One use of a key: its caller and its request. */
export interface KeyedRequest {
  readonly tenant: number;
  /** Hash over caller, operation, path and key: callers can neither collide with nor read each other's keys. */
  readonly keyHash: string;
  /** Hash over the content of the request. The same key with another fingerprint is a mistake. */
  readonly fingerprint: string;
}

export interface StoredResponse {
  readonly status: number;
  readonly body: string;
}

/** The rules of an operation about keys. */
interface KeyTerms {
  readonly idempotent: string;
  readonly isKeyRequired: boolean;
}

interface KeyParts {
  readonly tenant: number;
  readonly tokenId: string;
  readonly operationId: string;
  readonly path: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly key: string;
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** Accepts the key bare or as a quoted structured-field string; both mean the same key. */
export function readKey({ 'idempotency-key': given }: IncomingHttpHeaders): string | undefined {
  const header = Array.isArray(given) ? given[0] : given;
  return header === undefined ? undefined : (/^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim());
}

/** The errors of a request's key, reported along with those of its other fields. */
export function keyErrors({ idempotent, isKeyRequired }: KeyTerms, headers: IncomingHttpHeaders): FieldError[] {
  if (idempotent !== 'key') return [];
  const [field, key] = ['Idempotency-Key', readKey(headers)];
  if (key === undefined) return isKeyRequired ? [{ field, message: 'This field is required.' }] : [];
  if (key === '') return [{ field, message: 'Send at least 1 character.', constraint: { minLength: 1 } }];
  if (key.length <= longestKey) return [];
  return [{ field, message: `Send at most ${longestKey} characters.`, constraint: { maxLength: longestKey } }];
}

export function keyedRequest({ tenant, tokenId, operationId, path, query, body, key }: KeyParts): KeyedRequest {
  return {
    tenant,
    keyHash: sha256(canonicalJson([tokenId, operationId, path, key])),
    fingerprint: sha256(canonicalJson([query, body])),
  };
}

interface KeyRow {
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
  readonly expires_at: Instant;
}

const find = statement<{ readonly tenant: number; readonly keyHash: string }, KeyRow>(
  'findIdempotencyKey',
  (db, { tenant, keyHash }) =>
    db
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'status', 'body', 'expires_at'])
      .where('tenant', '=', tenant)
      .where('key_hash', '=', keyHash),
);

const removeExpired = statement<{ readonly tenant: number; readonly keyHash: string; readonly now: Instant }, never>(
  'removeExpiredKey',
  (db, { tenant, keyHash, now }) =>
    db
      .deleteFrom('idempotency_keys')
      .where('tenant', '=', tenant)
      .where('key_hash', '=', keyHash)
      .where('expires_at', '<=', now),
);

/** The stored response of the key, `'MISMATCH'` if it was used for another request, else `undefined`. */
export async function loadStoredResponse(
  unit: Unit,
  request: KeyedRequest,
  now: Instant,
): Promise<StoredResponse | 'MISMATCH' | undefined> {
  const { tenant, keyHash } = request;
  const row = await unit.first(find, { tenant, keyHash });
  if (row === undefined || row.expires_at <= now) return undefined;
  return row.fingerprint === request.fingerprint ? { status: row.status, body: row.body } : 'MISMATCH';
}

/** Stores the response in the unit of the effect. A second writer of the key fails that unit. */
export function storeResponse(unit: Unit, request: KeyedRequest, response: StoredResponse, now: Instant): void {
  unit.insert('idempotency_keys', [
    {
      tenant: request.tenant,
      key_hash: request.keyHash,
      fingerprint: request.fingerprint,
      status: response.status,
      body: response.body,
      created_at: now,
      expires_at: plusMs(now, keyLifetimeMs),
    },
  ]);
}

/** Removes an expired key. Reads already ignore it, but it would block the next use. */
export async function removeExpiredKey(unit: Unit, { tenant, keyHash }: KeyedRequest, now: Instant): Promise<void> {
  await unit.run(removeExpired, { tenant, keyHash, now });
}

export const dueKeySweep = sweepEvery(
  { table: 'idempotency_keys', key: ['tenant', 'key_hash'], column: 'expires_at' },
  10 * minuteMs,
);
