import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StartedServer, startedServers } from '../../test/started-servers.ts';
import { openInbox, type WebhookInbox } from '../../test/webhook-inbox.ts';
import { isLoopback } from '../http/is-loopback.ts';
import { deploymentOf } from './deployment.ts';
import { answerOperator } from './operator-command.ts';

const source = fileURLToPath(new URL('..', import.meta.url));
const servers = startedServers();
let inbox: WebhookInbox;

beforeEach(async () => {
  inbox = await openInbox();
});
afterEach(() => inbox.close());

async function start(...flags: string[]): Promise<StartedServer> {
  await servers.stopAll();
  return servers.start('', {}, ...flags);
}

async function createProduction(): Promise<void> {
  const words = ['create-platform', '--platform', 'acme', '--currency', 'USD', '--json', '--data', servers.folder];
  await answerOperator(words);
}

async function call(
  server: StartedServer,
  ...parts: Parameters<StartedServer['request']>
): Promise<[number, string | undefined]> {
  const { status, body } = await server.request(...parts);
  return [status, body.code];
}

/** What an attacker would do: register an endpoint on this machine, and read its response. */
async function temptations(ready: StartedServer): Promise<[number, string | undefined][]> {
  return [
    await call(ready, 'PATCH', '/config', { webhookEndpoint: `${inbox.url}/again` }),
    await call(ready, 'POST', '/sandbox/webhooks/test'),
  ];
}

const allowed = [
  [200, undefined],
  [200, undefined],
];
const refused = [
  [400, 'INVALID_INPUT'],
  [400, 'WEBHOOK_DELIVERY_ERROR'],
];

describe('a server', () => {
  it.each([
    { switch: 'its public URL', flags: ['--public-url', 'https://pay.example.com'], because: 'pay.example.com' },
    { switch: 'the address it listens on', flags: ['--host', '0.0.0.0'], because: '--host 0.0.0.0' },
    { switch: 'a production platform', flags: [], because: 'production platform' },
  ])('is deployed by $switch alone: it refuses loopback webhooks, and the start says why', async (row) => {
    const local = await start('--public-url', 'http://localhost:4030');
    expect(local).toMatchObject({ mode: 'local', because: expect.stringContaining('only this machine') });
    expect(await temptations(local)).toEqual(allowed);
    if (row.flags.length === 0) await createProduction();
    const deployed = await start(...row.flags);
    expect(deployed).toMatchObject({ mode: 'deployed', because: expect.stringContaining(row.because) });
    const before = inbox.received.length;
    expect(await temptations(deployed)).toEqual(refused);
    expect(inbox.received.length).toBe(before);
  });

  it('refuses loopback webhooks as soon as a production platform is created', async () => {
    const ready = await start();
    expect(await temptations(ready)).toEqual(allowed);
    await createProduction();
    expect(await temptations(ready)).toEqual(refused);
  });

  it('imports is-loopback.ts in four known files only', () => {
    const sources = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /(?<!\.test)\.ts$/.test(path),
    );
    const asking = sources.filter((path) => readFileSync(join(source, path), 'utf8').includes('is-loopback.ts'));
    // The operator's own feed of rates may be on this machine, even on a deployed server. Access to metrics depends on
    // the address of the scraper. The banner says where links for customers lead.
    expect(asking.toSorted()).toEqual([
      'start/banner.ts',
      'start/deployment.ts',
      'start/options.ts',
      'telemetry/metrics/serve-metrics.ts',
    ]);
  });

  it('names every reason at once, and counts as local with a public URL on loopback', () => {
    const options = { host: '10.0.0.1', publicUrl: 'https://pay.example.com' };
    expect(deploymentOf(options, true).because.match(/--host|--public-url|production platform/g)).toHaveLength(3);
    for (const publicUrl of [null, 'http://127.0.0.1:4020', 'http://[::1]:4020', 'https://localhost'])
      expect(deploymentOf({ host: '127.0.0.1', publicUrl }, false).mode).toBe('local');
    for (const publicUrl of ['http://10.0.0.1', 'https://localhost.example.com'])
      expect(deploymentOf({ host: '127.0.0.1', publicUrl }, false).mode).toBe('deployed');
  });
});

describe('the address to listen on', () => {
  it('is loopback for 127.0.0.0/8, ::1 and localhost only', () => {
    for (const host of ['127.0.0.1', '127.9.9.9', '::1', '[::1]', 'localhost'])
      expect([host, isLoopback(host)]).toEqual([host, true]);
    for (const host of ['0.0.0.0', '::', '10.0.0.1', '128.0.0.1', 'payments.example.com', 'localhost.example.com']) {
      expect([host, isLoopback(host)]).toEqual([host, false]);
    }
  });
});
