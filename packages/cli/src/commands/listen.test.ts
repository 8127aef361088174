import { verifyWebhook } from '@payments-platform/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { oneEngine } from '../../../server/test/each-engine.ts';
import type { TestServer } from '../../../server/test/test-server.ts';
import { openInbox, type WebhookInbox } from '../../../server/test/webhook-inbox.ts';
import { credentialsIn, openTerminal, type Printed, type Terminal } from '../../test/terminal.ts';

let terminal: Terminal;
let inbox: WebhookInbox;

beforeEach(async () => {
  terminal = openTerminal();
  inbox = await openInbox();
});

afterEach(async () => {
  terminal.remove();
  await inbox.close();
});

/** Starts a command that keeps running, waits for its first output, and stops it when `use` is done. */
async function listening(
  server: TestServer,
  words: readonly string[],
  use: (told: string[]) => Promise<void>,
): Promise<Printed> {
  const ended = new AbortController();
  const told: string[] = [];
  const running = terminal.type(['listen', '--forward-to', inbox.url, ...words], {
    environment: credentialsIn(server),
    signal: ended.signal,
    tell: (line) => told.push(line),
  });
  try {
    await expect.poll(() => told.length).toBeGreaterThan(0);
    await use(told);
  } finally {
    ended.abort();
  }
  return running;
}

const endpointOf = async (server: TestServer): Promise<unknown> =>
  ((await server.request('GET', '/config')).body as { readonly webhookEndpoint?: string }).webhookEndpoint;

async function publicKeyOf(server: TestServer): Promise<string> {
  return ((await server.request('GET', '/config')).body as { readonly webhookPublicKey: string }).webhookPublicKey;
}

oneEngine('payments listen', (start) => {
  it('forwards deliveries byte for byte with their signature and restores the endpoint', async () => {
    const server = await start({ currencies: ['USD'] });
    await server.request('PATCH', '/config', { webhookEndpoint: 'http://127.0.0.1:9/before' });
    const key = await publicKeyOf(server);
    inbox.answer = () => ({ status: 202, body: 'later' });
    const printed = await listening(server, [], async () => {
      await server.advance(0);
      await expect.poll(() => inbox.received.length).toBeGreaterThan(0);
      for (const { body, headers } of inbox.received) await verifyWebhook(body, headers['x-service-signature'], key);
    });
    expect(printed.code).toBe(0);
    expect(printed.output).toMatch(/^\d\d:\d\d:\d\d \S+ Webhook:\S+ → 202 \(\d+ ms\)/);
    expect(await endpointOf(server)).toBe('http://127.0.0.1:9/before');
    const { body } = await server.request('GET', '/events?status=DELIVERED');
    const [event] = (body as { readonly data: readonly { readonly id: string }[] }).data;
    const details = (await server.request('GET', `/events/${event?.id}`)).body as {
      readonly attempts: readonly { readonly statusCode: number; readonly answerHead: string }[];
    };
    expect(details.attempts[0]).toMatchObject({ statusCode: 202, answerHead: 'later' });
  });

  it('signs with the key that it prints and leaves the endpoint unset with --resign', async () => {
    const server = await start({ currencies: ['USD'] });
    const printed = await listening(server, ['--resign', '--json'], async (told) => {
      const key = told.join('\n').slice(told.join('\n').indexOf('-----BEGIN'));
      await server.request('POST', '/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
      await expect.poll(() => inbox.received.length).toBeGreaterThan(0);
      for (const { body, headers } of inbox.received) await verifyWebhook(body, headers['x-service-signature'], key);
    });
    expect(printed.code).toBe(0);
    const ids = printed.output.split('\n').map((line) => (JSON.parse(line) as { readonly id: string }).id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await endpointOf(server)).toBeUndefined();
  });

  it('leaves the TEST event DEAD when the forwarding address refuses the connection', async () => {
    const server = await start({ currencies: ['USD'] });
    const { url } = inbox;
    await inbox.close();
    const ended = new AbortController();
    const lines: string[] = [];
    const running = terminal.type(['listen', '--forward-to', url], {
      environment: credentialsIn(server),
      signal: ended.signal,
      print: (line) => lines.push(line),
    });
    await expect.poll(() => endpointOf(server)).toBeDefined();
    await server.advance(0);
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    ended.abort();
    await running;
    expect(lines[0]).toContain('ECONNREFUSED');
    const { body } = await server.request('GET', '/events?type=TEST');
    expect((body as { readonly data: readonly unknown[] }).data.at(-1)).toMatchObject({ status: 'DEAD' });
    inbox = await openInbox();
  });

  it.each([
    [['--forward-to', 'localhost:3000'], 2, 'must be an address such as'],
    [[], 2, "required option '--forward-to <url>' not specified"],
  ])('refuses the arguments %j', async (words, code, complaint) => {
    const server = await start();
    expect(await terminal.type(['listen', ...words], { environment: credentialsIn(server) })).toMatchObject({
      code,
      complaints: expect.stringContaining(complaint),
    });
  });

  it('refuses to replace a public webhook endpoint and proposes --resign', async () => {
    const server = await start();
    await server.request('PATCH', '/config', { webhookEndpoint: 'https://example.com/webhooks' });
    const words = ['listen', '--forward-to', inbox.url];
    expect(await terminal.type(words, { environment: credentialsIn(server) })).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('Use --resign'),
    });
    expect(await endpointOf(server)).toBe('https://example.com/webhooks');
  });
});

oneEngine('payments events resend', (start) => {
  it('resends a SKIPPED and a delivered event by its id', async () => {
    const server = await start({ currencies: ['USD'] });
    await server.advance(0);
    await server.request('PATCH', '/config', { webhookEndpoint: inbox.url });
    const { body } = await server.request('GET', '/events?status=SKIPPED');
    const [event] = (body as { readonly data: readonly { readonly id: string }[] }).data;
    const environment = credentialsIn(server);
    const resent = await terminal.type(['events', 'resend', event?.id ?? ''], { environment });
    expect(resent).toEqual({ code: 0, output: '1 event will be sent again.', complaints: '' });
    await server.advance(0);
    const isSent = () => inbox.events().filter(({ id }) => id === event?.id).length;
    expect(isSent()).toBe(1);
    expect((await terminal.type(['events', 'resend', event?.id ?? ''], { environment })).code).toBe(0);
    await server.advance(0);
    expect(isSent()).toBe(2);
  });

  it.each([
    [['Webhook:0198c0de-7a17-7e42-8f50-000000000005', '--since', '1h'], 'not both'],
    [[], 'Give the ids of events, or --since with a time'],
    [['--since', 'yesterday'], 'A moment must be written as'],
    [['--since', '1h', '--status', 'DELIVERED'], '--status must be one of SKIPPED, DEAD, WAITING'],
    [['Transaction:1'], 'is not an event id'],
  ])('refuses the arguments %j', async (words, complaint) => {
    const server = await start();
    expect(await terminal.type(['events', 'resend', ...words], { environment: credentialsIn(server) })).toMatchObject({
      code: 2,
      complaints: expect.stringContaining(complaint),
    });
  });
});
