import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startLoopbackServer } from '../test/loopback-server.ts';
import { derToRaw } from './ecdsa-signature.ts';
import type { PublicKey } from './public-key.ts';
import { verifyWebhook } from './verify-webhook.ts';
import { type WebhookFault, WebhookVerificationError, webhookFaults } from './webhook-verification-error.ts';

interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicPem: string;
}

function newKey(namedCurve = 'P-256'): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  return { privateKey, publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

const key = newKey();
const event = {
  id: 'Webhook:0198c0de-7a20-7c11-8e6a-0b1c2d3e4f50',
  type: 'OUTGOING_PAYMENT.COMPLETED',
  timestamp: '2025-01-01T00:00:00.000Z',
  sequence: 3,
  data: { id: 'Transaction:0198c0de-7a16-7f21-9a4b-60718293a4b5', description: 'Grüße, 北京' },
};
const body = JSON.stringify(event);

function signatureOf(text: string | Uint8Array, { privateKey }: SigningKey = key): Buffer {
  return sign('sha256', typeof text === 'string' ? Buffer.from(text) : text, privateKey);
}

function headerOf(signature: Uint8Array, version: unknown = '1'): string {
  return JSON.stringify({ v: version, s: Buffer.from(signature).toString('base64') });
}

/** A copy for each bit, in which this bit is the other way round. */
function eachBitFlipped(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length * 8 }, (_, place) => {
    const changed = Buffer.from(bytes);
    changed[place >> 3] = (bytes[place >> 3] ?? 0) ^ (1 << (place % 8));
    return changed;
  });
}

const header = headerOf(signatureOf(body));

async function faultOf(verification: Promise<unknown>): Promise<WebhookFault | 'NONE'> {
  try {
    await verification;
    return 'NONE';
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.fault;
    throw error;
  }
}

/** A value that a caller without types can pass. */
function verifyAnything(rawBody: unknown, signature: unknown, publicKey: unknown): Promise<unknown> {
  return Reflect.apply(verifyWebhook, undefined, [rawBody, signature, publicKey]);
}

describe('a genuine event', () => {
  it('is returned from text, bytes and a view into a larger buffer', async () => {
    const larger = Buffer.concat([Buffer.from('before'), Buffer.from(body), Buffer.from('after')]);
    const view = larger.subarray(6, larger.length - 5);
    for (const rawBody of [body, new TextEncoder().encode(body), Buffer.from(body), view]) {
      expect(await verifyWebhook(rawBody, header, key.publicPem)).toEqual(event);
    }
  });

  it.each([
    ['the JSON form', header],
    ['the JSON form with spaces', ` ${header.replace(',', ' , ')} `],
    ['the bare base64 form', signatureOf(body).toString('base64')],
    ['a list with one value', [header]],
  ])('is accepted with the header in %s', async (_case, value) => {
    expect(await verifyWebhook(body, value, key.publicPem)).toEqual(event);
  });

  it('is returned from an ArrayBuffer and from its views', async () => {
    const request = new Request('http://a/', { method: 'POST', body });
    expect(await verifyWebhook(await request.arrayBuffer(), header, key.publicPem)).toEqual(event);
    // JSON may end with white space, which makes the length even for units of two bytes.
    const even = Buffer.from(body.padEnd(body.length + (Buffer.byteLength(body) % 2)));
    const { buffer } = Uint8Array.from(even);
    for (const view of [new DataView(buffer), new Uint16Array(buffer), new Uint8ClampedArray(buffer)])
      expect(await verifyWebhook(view, headerOf(signatureOf(even)), key.publicPem)).toEqual(event);
  });

  it('is accepted with an imported CryptoKey, and with a PEM with escaped or CRLF line breaks', async () => {
    const spki = Buffer.from(key.publicPem.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64');
    const imported = await crypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'verify',
    ]);
    const keys: PublicKey[] = [imported, key.publicPem.replaceAll('\n', '\\n'), key.publicPem.replaceAll('\n', '\r\n')];
    for (const publicKey of keys) expect(await verifyWebhook(body, header, publicKey)).toEqual(event);
  });

  it('is accepted with any of several keys, so that keys can be rotated', async () => {
    expect(await verifyWebhook(body, header, [newKey().publicPem, key.publicPem])).toEqual(event);
    expect(await faultOf(verifyWebhook(body, header, [newKey().publicPem, newKey().publicPem]))).toBe(
      'SIGNATURE_MISMATCH',
    );
  });

  it('keeps an unknown type', async () => {
    const newer = JSON.stringify({ type: 'FROM.THE_FUTURE', timestamp: '2025-01-01T00:00:00.000Z' });
    expect(await verifyWebhook(newer, headerOf(signatureOf(newer)), key.publicPem)).toMatchObject({
      type: 'FROM.THE_FUTURE',
    });
  });

  // From (r, s) anyone can compute (r, n - s), which is equally valid. It proves the same body and is harmless if
  // receivers identify events by their id and never by their signature.
  it('is accepted with the mirrored signature (r, n - s)', async () => {
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const raw = Buffer.from(derToRaw(signatureOf(body)) ?? []);
    const mirrored = order - BigInt(`0x${raw.subarray(32).toString('hex')}`);
    const integers = [BigInt(`0x${raw.subarray(0, 32).toString('hex')}`), mirrored].map((integer) => {
      const hex = integer.toString(16);
      const even = hex.length % 2 === 0 ? hex : `0${hex}`;
      const contents = Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
      return Buffer.concat([Buffer.from([0x02, contents.length]), contents]);
    });
    const sequence = Buffer.concat(integers);
    const der = Buffer.concat([Buffer.from([0x30, sequence.length]), sequence]);
    expect(await verifyWebhook(body, headerOf(der), key.publicPem)).toEqual(event);
  });
});

describe('a refused webhook request', () => {
  it.each<[string, WebhookFault, () => Promise<unknown>]>([
    ['no header', 'HEADER_MISSING', () => verifyWebhook(body, undefined, key.publicPem)],
    [
      'a null header from Headers.get',
      'HEADER_MISSING',
      () => verifyWebhook(body, new Headers().get('X-Service-Signature'), key.publicPem),
    ],
    ['an empty header', 'HEADER_MISSING', () => verifyWebhook(body, ' ', key.publicPem)],
    ['no values', 'HEADER_MISSING', () => verifyWebhook(body, [], key.publicPem)],
    ['two headers', 'HEADER_MALFORMED', () => verifyWebhook(body, [header, header], key.publicPem)],
    ['a header of plain text', 'HEADER_MALFORMED', () => verifyWebhook(body, 'signature', key.publicPem)],
    ['JSON without a signature', 'HEADER_MALFORMED', () => verifyWebhook(body, '{"v":"1"}', key.publicPem)],
    ['JSON without a version', 'HEADER_MALFORMED', () => verifyWebhook(body, '{"s":"MAYC"}', key.publicPem)],
    ['JSON that is no object', 'HEADER_MALFORMED', () => verifyWebhook(body, '1234', key.publicPem)],
    ['a signature that is no text', 'HEADER_MALFORMED', () => verifyWebhook(body, '{"v":"1","s":1}', key.publicPem)],
    ['base64url', 'HEADER_MALFORMED', () => verifyWebhook(body, `{"v":"1","s":"MEUCIQ-_"}`, key.publicPem)],
    [
      'a signature that is not DER',
      'HEADER_MALFORMED',
      () => verifyWebhook(body, headerOf(Buffer.alloc(64, 1)), key.publicPem),
    ],
    ['another version', 'VERSION_UNKNOWN', () => verifyWebhook(body, headerOf(signatureOf(body), '2'), key.publicPem)],
    [
      'a version that is a number',
      'VERSION_UNKNOWN',
      () => verifyWebhook(body, headerOf(signatureOf(body), 1), key.publicPem),
    ],
    ['a parsed body', 'BODY_PARSED', () => verifyAnything(event, header, key.publicPem)],
    ['no body', 'BODY_MISSING', () => verifyAnything(undefined, header, key.publicPem)],
    [
      'a body parsed and printed again',
      'SIGNATURE_MISMATCH',
      () => verifyWebhook(JSON.stringify(event, undefined, 1), header, key.publicPem),
    ],
    ['another body', 'SIGNATURE_MISMATCH', () => verifyWebhook('{}', header, key.publicPem)],
    ['the key of another platform', 'SIGNATURE_MISMATCH', () => verifyWebhook(body, header, newKey().publicPem)],
    ['no key', 'KEY_MISSING', () => verifyWebhook(body, header, '')],
    ['an empty list of keys', 'KEY_MISSING', () => verifyWebhook(body, header, [])],
    ['a key that is not PEM', 'KEY_MALFORMED', () => verifyWebhook(body, header, 'secret')],
    [
      'a key of base64 only',
      'KEY_MALFORMED',
      () => verifyWebhook(body, header, key.publicPem.replaceAll(/-----[A-Z ]+-----\n?/g, '')),
    ],
    [
      'a PEM that is not a key',
      'KEY_MALFORMED',
      () => verifyWebhook(body, header, '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n'),
    ],
    ['a key on another curve', 'KEY_MALFORMED', () => verifyWebhook(body, header, newKey('P-384').publicPem)],
    [
      'a private key',
      'KEY_MALFORMED',
      () => verifyWebhook(body, header, key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
    ],
    ['a signed text', 'BODY_NOT_JSON', () => verifyWebhook('hello', headerOf(signatureOf('hello')), key.publicPem)],
    ['a signed list', 'BODY_NOT_AN_EVENT', () => verifyWebhook('[]', headerOf(signatureOf('[]')), key.publicPem)],
    ['a signed null', 'BODY_NOT_AN_EVENT', () => verifyWebhook('null', headerOf(signatureOf('null')), key.publicPem)],
  ])('is reported with its fault: %s is %s', async (_case, fault, verification) => {
    expect(await faultOf(verification())).toBe(fault);
    await expect(verification()).rejects.toThrow(webhookFaults[fault]);
  });

  it('throws an error of the program when the object of all headers is passed', async () => {
    await expect(verifyAnything('{}', { 'x-service-signature': 'x' }, newKey().publicPem)).rejects.toThrow(
      /^The header is an object\. Give the value of X-Service-Signature/,
    );
  });

  it('rejects a whole request as the body, and says how to read it', async () => {
    const request = new Request('http://127.0.0.1/webhooks', { method: 'POST', body });
    await expect(verifyAnything(request, header, key.publicPem)).rejects.toThrow('await request.arrayBuffer()');
    await expect(verifyWebhook(await request.arrayBuffer(), header, key.publicPem)).resolves.toHaveProperty('type');
  });

  it('is refused after any flipped bit of the body', async () => {
    const bytes = Buffer.from(body);
    for (const changed of eachBitFlipped(bytes))
      expect(await faultOf(verifyWebhook(changed, header, key.publicPem))).toBe('SIGNATURE_MISMATCH');
  });

  it('is refused after any flipped bit of the signature', async () => {
    const signature = signatureOf(body);
    for (const changed of eachBitFlipped(signature))
      expect(['SIGNATURE_MISMATCH', 'HEADER_MALFORMED']).toContain(
        await faultOf(verifyWebhook(body, headerOf(changed), key.publicPem)),
      );
  });
});

describe('the age of an event', () => {
  const now = (): number => Date.parse('2025-01-01T00:05:00.000Z');

  it('is not checked by default', async () => {
    expect(await faultOf(verifyWebhook(body, header, key.publicPem))).toBe('NONE');
  });

  it.each([
    [300, 'NONE'],
    [299, 'EVENT_TOO_OLD'],
  ])('is limited by toleranceSeconds: %i', async (toleranceSeconds, fault) => {
    expect(await faultOf(verifyWebhook(body, header, key.publicPem, { toleranceSeconds, now }))).toBe(fault);
  });

  it('is too great when the event has no timestamp', async () => {
    const timeless = '{"type":"TEST"}';
    const verification = verifyWebhook(timeless, headerOf(signatureOf(timeless)), key.publicPem, {
      toleranceSeconds: 1,
    });
    expect(await faultOf(verification)).toBe('EVENT_TOO_OLD');
  });
});

describe('verifyWebhook over HTTP', () => {
  it('verifies the requests of a node:http server', async () => {
    await using receiver = await startLoopbackServer(async ({ body: rawBody, headers }) => {
      const fault = await faultOf(verifyWebhook(rawBody, headers['x-service-signature'], key.publicPem));
      return { status: fault === 'NONE' ? 200 : 401, body: { fault } };
    });
    const deliver = (signature: string): Promise<Response> =>
      fetch(receiver.baseUrl, { method: 'POST', body, headers: { 'X-Service-Signature': signature } });
    expect((await deliver(header)).status).toBe(200);
    const refused = await deliver(headerOf(signatureOf(body, newKey())));
    expect([refused.status, await refused.json()]).toEqual([401, { fault: 'SIGNATURE_MISMATCH' }]);
  });
});
