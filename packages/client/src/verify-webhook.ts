import type { ReceivedEvent } from '@payments-platform/types';
import { decodeBase64 } from './base64.ts';
import { derToRaw } from './ecdsa-signature.ts';
import { importPublicKeys, type PublicKey, type VerifyingKey } from './public-key.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

export interface VerifyWebhookOptions {
  /**
   * Refuses events whose `timestamp` is older than this, in seconds. Off by default, because an event keeps its timestamp
   * through seven days of retries. To prevent replays, handle each event `id` once.
   */
  readonly toleranceSeconds?: number;
  /** The current time in milliseconds. */
  readonly now?: () => number;
}

/** A header as `node:http` and `Headers` return it. */
type HeaderValue = string | readonly string[] | null | undefined;

type Bytes = Uint8Array<ArrayBuffer>;

/** The body as it arrived: text, or bytes in any form, such as those of `request.arrayBuffer()`. */
export type RawBody = string | ArrayBuffer | ArrayBufferView;

function bytesOf(rawBody: RawBody | null | undefined): Bytes {
  if (rawBody === undefined || rawBody === null) throw new WebhookVerificationError('BODY_MISSING');
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody);
  if (ArrayBuffer.isView(rawBody)) {
    const { buffer, byteOffset, byteLength } = rawBody;
    return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
  }
  // A test runner may have its own ArrayBuffer, for which instanceof fails.
  if (Object.prototype.toString.call(rawBody) === '[object ArrayBuffer]') return new Uint8Array(rawBody);
  if (typeof rawBody === 'object' && 'arrayBuffer' in rawBody)
    throw new TypeError('The body is a whole request. Give its bytes: await request.arrayBuffer().');
  throw new WebhookVerificationError('BODY_PARSED');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The base64 part of the header: in its JSON, or the header itself. */
function encodedSignature(header: string): string {
  const parsed = parseJson(header);
  if (parsed === undefined) return header;
  if (typeof parsed !== 'object' || parsed === null || !('v' in parsed && 's' in parsed)) {
    throw new WebhookVerificationError('HEADER_MALFORMED');
  }
  if (parsed.v !== '1') throw new WebhookVerificationError('VERSION_UNKNOWN');
  if (typeof parsed.s !== 'string') throw new WebhookVerificationError('HEADER_MALFORMED');
  return parsed.s;
}

function signatureOf(header: HeaderValue): Bytes {
  if (typeof header === 'object' && header !== null && !('join' in header))
    throw new TypeError(
      "The header is an object. Give the value of X-Service-Signature, such as request.headers['x-service-signature'].",
    );
  const value = typeof header === 'string' ? header : header?.join(',');
  if (value === undefined || value.trim() === '') throw new WebhookVerificationError('HEADER_MISSING');
  const der = decodeBase64(encodedSignature(value.trim()));
  const raw = der === undefined ? undefined : derToRaw(der);
  if (raw === undefined) throw new WebhookVerificationError('HEADER_MALFORMED');
  return raw;
}

async function isSigned(body: Bytes, signature: Bytes, keys: readonly VerifyingKey[]): Promise<boolean> {
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const matches = await Promise.all(keys.map((key) => crypto.subtle.verify(algorithm, key, signature, body)));
  return matches.includes(true);
}

/** The signature guarantees the shape, so only events and other JSON have to be told apart. */
function isEvent(value: unknown): value is ReceivedEvent {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function isTooOld(event: ReceivedEvent, { toleranceSeconds, now = Date.now }: VerifyWebhookOptions): boolean {
  if (toleranceSeconds === undefined) return false;
  const ageMs = now() - Date.parse(event.timestamp);
  return !(ageMs <= toleranceSeconds * 1000);
}

/**
 * Returns the event of a webhook request after verifying that the platform sent exactly these bytes. Pass the body as
 * it arrived: `await request.text()`, `await request.arrayBuffer()`, or the bytes that a server collected.
 *
 * Rejects with `WebhookVerificationError`, whose message names the cause. Later versions of the interface may send
 * types that this client does not know: ignore them and respond with 2xx.
 */
export async function verifyWebhook(
  rawBody: RawBody,
  header: HeaderValue,
  publicKey: PublicKey,
  options: VerifyWebhookOptions = {},
): Promise<ReceivedEvent> {
  const body = bytesOf(rawBody);
  const signature = signatureOf(header);
  if (!(await isSigned(body, signature, await importPublicKeys(publicKey)))) {
    throw new WebhookVerificationError('SIGNATURE_MISMATCH');
  }
  const event = parseJson(new TextDecoder().decode(body));
  if (event === undefined) throw new WebhookVerificationError('BODY_NOT_JSON');
  if (!isEvent(event)) throw new WebhookVerificationError('BODY_NOT_AN_EVENT');
  if (isTooOld(event, options)) throw new WebhookVerificationError('EVENT_TOO_OLD');
  return event;
}
