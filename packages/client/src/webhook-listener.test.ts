import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import type { ReceivedEvent } from './index.ts';
import { type WebhookDecision, type WebhookListenerOptions, webhookListener } from './webhook-listener.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const event = {
  id: 'Webhook:1',
  type: 'OUTGOING_PAYMENT.COMPLETED',
  timestamp: '2025-01-01T00:00:00.000Z',
  data: { note: '北京' },
};
const body = JSON.stringify(event);
const signature = JSON.stringify({ v: '1', s: sign('sha256', Buffer.from(body), privateKey).toString('base64') });

interface Delivery {
  readonly status: number;
  readonly text: string;
  readonly handled: readonly ReceivedEvent[];
  readonly reported: readonly unknown[];
}

/** Delivers one request to a real server with the listener. */
async function deliver(
  request: { readonly body?: string; readonly signature?: string },
  handle: Parameters<typeof webhookListener>[1] = () => {},
  options: WebhookListenerOptions & { readonly publicKey?: string } = {},
): Promise<Delivery> {
  const handled: ReceivedEvent[] = [];
  const reported: unknown[] = [];
  const listener = webhookListener(
    options.publicKey ?? pem,
    (received) => {
      handled.push(received);
      return handle(received);
    },
    { report: (error) => reported.push(error), ...options },
  );
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  try {
    const response = await fetch(`http://127.0.0.1:${port}/webhooks`, {
      method: 'POST',
      body: request.body ?? body,
      headers: { 'X-Service-Signature': request.signature ?? signature },
    });
    return { status: response.status, text: await response.text(), handled, reported };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('webhookListener', () => {
  it('passes on a genuine event and returns 200', async () => {
    expect(await deliver({})).toEqual({ status: 200, text: '', handled: [event], reported: [] });
  });

  it('responds only after the event was handled', async () => {
    let done = false;
    const delivery = await deliver({}, async () => {
      await new Promise((resume) => setTimeout(resume, 20));
      done = true;
    });
    expect([delivery.status, done]).toEqual([200, true]);
  });

  it('returns 401 with the reason for a forged event, and passes nothing on', async () => {
    const { status, text, handled, reported } = await deliver({ body: body.replace('COMPLETED', 'FAILED') });
    expect([status, handled]).toEqual([401, []]);
    expect(text).toMatch(/^The signature does not match the body\./);
    expect(reported).toMatchObject([{ fault: 'SIGNATURE_MISMATCH' }]);
  });

  it.each<[string, WebhookDecision, string]>([
    ['an approval', { status: 200, body: { receiverCustomerInfo: { NATIONALITY: 'US' } } }, 'NATIONALITY'],
    ['a rejection', { status: 403, body: { code: 'SCREENING_HIT' } }, 'SCREENING_HIT'],
    ['a question', { status: 422, body: { requiredFields: ['BIRTH_DATE'] } }, 'BIRTH_DATE'],
    ['a later decision', { status: 202 }, ''],
  ])('responds with the decision that the handler returns: %s', async (_case, decision, part) => {
    const { status, text, reported } = await deliver({}, async () => decision);
    expect([status, reported]).toEqual([decision.status, []]);
    expect(text === '' ? undefined : JSON.parse(text)).toEqual(decision.body);
    expect(text).toContain(part);
  });

  it('returns 500 when the handler returns an unknown status, and 200 when it returns anything else', async () => {
    const returns = (value: unknown) => deliver({}, () => value as WebhookDecision);
    expect(await returns({ status: 400 })).toMatchObject({
      status: 500,
      reported: [{ message: expect.stringContaining('Return 200, 202, 403 or 422') }],
    });
    expect(await returns({ status: 'COMPLETED' })).toMatchObject({ status: 200, text: '' });
    expect(await returns(null)).toMatchObject({ status: 200, text: '' });
  });

  it('returns 500 without the reason when the handler throws', async () => {
    const failure = new Error('The database is gone.');
    const delivery = await deliver({}, () => {
      throw failure;
    });
    expect(delivery).toMatchObject({ status: 500, text: 'The handler of the event failed.', reported: [failure] });
  });

  it('reports the event that its handler could not handle, and by default prints its type and id alone', async () => {
    const failure = new Error('The database is gone.');
    const fail = () => {
      throw failure;
    };
    const reported: unknown[] = [];
    await deliver({}, fail, { report: (...parts) => reported.push(parts) });
    await deliver({ body: '{}' }, fail, { report: (...parts) => reported.push(parts) });
    expect(reported).toEqual([
      [failure, event],
      [expect.objectContaining({ fault: 'SIGNATURE_MISMATCH' }), undefined],
    ]);
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    const request = Object.assign(Readable.from([Buffer.from(body)]), {
      headers: { 'x-service-signature': signature },
    });
    await webhookListener(pem, fail)(request, { statusCode: 200, end: () => {} });
    expect(printed.mock.calls).toEqual([['The handler of OUTGOING_PAYMENT.COMPLETED Webhook:1 failed:', failure]]);
    printed.mockRestore();
  });

  it.each([
    ['no key', '', 'publicKey is missing. Give the PEM text'],
    ['no keys', [], 'publicKey is missing. Give the PEM text'],
    [
      'another text',
      'secret',
      'publicKey is not a PEM public key on the curve P-256. Give it as GET /config returns it',
    ],
    ['the private key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 'publicKey is not a PEM'],
    ['one good and one bad key', [pem, 'secret'], 'publicKey is not a PEM'],
    ['a key of another library', publicKey, 'publicKey is not a PEM'],
    ['a number', 5, 'publicKey is not a PEM'],
  ])('refuses an unusable public key when it is created: %s', (_case, key, message) => {
    expect(() => Reflect.apply(webhookListener, undefined, [key, () => {}])).toThrow(message);
    // The value that a program without types passes for a variable that is not set.
    expect(() => Reflect.apply(webhookListener, undefined, [undefined, () => {}])).toThrow('publicKey is missing');
  });

  it('returns 500 when its public key is not a point of the curve', async () => {
    const bytes = publicKey.export({ type: 'spki', format: 'der' }).fill(1, 40);
    const offCurve = `-----BEGIN PUBLIC KEY-----\n${bytes.toString('base64')}\n-----END PUBLIC KEY-----\n`;
    const { status, reported } = await deliver({}, undefined, { publicKey: offCurve });
    expect(status).toBe(500);
    expect(reported).toMatchObject([{ fault: 'KEY_MALFORMED' }]);
  });

  it('returns 500 when the body was read before it, and names the fix', async () => {
    const reported: unknown[] = [];
    const listener = webhookListener(pem, () => undefined, { report: (error) => reported.push(error) });
    const server = createServer(async (request, response) => {
      await text(request);
      await listener(request, response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : address;
    const headers = { 'X-Service-Signature': signature };
    const answer = await fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', body, headers });
    expect([answer.status, await answer.text()]).toEqual([
      500,
      expect.stringContaining('mount webhookListener before'),
    ]);
    expect(reported).toMatchObject([{ fault: 'BODY_MISSING' }]);
    server.closeAllConnections();
    server.close();
  });

  it('returns 413 for a body above 1 MiB', async () => {
    const { status, handled } = await deliver({ body: 'x'.repeat(1_048_577) });
    expect([status, handled]).toEqual([413, []]);
  });

  it('returns 401 for an event older than toleranceSeconds', async () => {
    const now = (): number => Date.parse('2025-01-01T01:00:00.000Z');
    expect(await deliver({}, undefined, { toleranceSeconds: 60, now })).toMatchObject({ status: 401, handled: [] });
    expect(await deliver({}, undefined, { toleranceSeconds: 3600, now })).toMatchObject({ status: 200 });
  });
});
