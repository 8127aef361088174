import { symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../server/test/each-engine.ts';
import { emit } from '../../../server/test/emitted-events.ts';
import { freePort } from '../../../server/test/free-port.ts';
import { openReceiver, type Receiver, type Reply } from '../../../server/test/receiver.ts';
import { startedServers } from '../../../server/test/started-servers.ts';
import type { TestServer } from '../../../server/test/test-server.ts';
import { credentialsIn, openTerminal, type Terminal } from '../../test/terminal.ts';
import type { Finding } from '../doctor/finding.ts';

let terminal: Terminal;
const receivers: Receiver[] = [];

beforeEach(() => {
  terminal = openTerminal();
});

afterEach(async () => {
  terminal.remove();
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receiverThat(answers: Reply): Promise<string> {
  const receiver = await openReceiver(() => answers);
  receivers.push(receiver);
  return `${receiver.origin}/webhooks`;
}

/** The finding of each check, and the exit code of the doctor. */
async function examine(server: TestServer, ...words: string[]) {
  const { code, output } = await terminal.type(['doctor', '--json', ...words], { environment: credentialsIn(server) });
  const { findings } = JSON.parse(output) as { readonly findings: readonly Finding[] };
  return { code, findings: Object.fromEntries(findings.map((finding) => [finding.check, finding])) };
}

async function setEndpoint(server: TestServer, webhookEndpoint: string): Promise<void> {
  expect((await server.request('PATCH', '/config', { webhookEndpoint })).status).toBe(200);
  await server.advance(0);
}

async function makeEvents(server: TestServer): Promise<void> {
  await server.request('POST', '/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' });
  await server.advance(0);
}

oneEngine('payments doctor', (start) => {
  it.each([
    [{ status: 401, body: 'bad signature' }, '401 "bad signature"', 'Verify the raw bytes'],
    [{ status: 404, body: '' }, '404', 'does not serve this path'],
    [{ status: 302, headers: { location: '/other' } }, '302', 'Redirects are not followed'],
    [{ status: 500, body: 'no database' }, '500 "no database"', 'See its log'],
    [{ status: 100 + 418, body: 'odd' }, '518 "odd"', 'Your receiver failed'],
    [{ status: 422, body: '' }, '422', '200 to 299'],
  ])('reports the response of a failing receiver and its likely cause: %j', async (answer, found, fix) => {
    const server = await start({ currencies: ['USD'] });
    await setEndpoint(server, await receiverThat(answer));
    await makeEvents(server);
    const { code, findings } = await examine(server);
    expect(code).toBe(1);
    expect(findings['endpoint']?.state).toBe('GOOD');
    expect(findings['last failure']?.found).toContain(found);
    expect(findings['last failure']?.fix).toContain(fix);
    expect(findings['deliveries']?.commands?.[0]).toMatch(/^payments events resend --since \S+ --status /);
  });

  it('reports a webhook endpoint where nothing listens', async () => {
    const server = await start({ currencies: ['USD'] });
    await setEndpoint(server, `http://127.0.0.1:${await freePort()}/webhooks`);
    await makeEvents(server);
    const { findings } = await examine(server);
    expect(findings['endpoint']).toMatchObject({ state: 'FAULT', found: expect.stringContaining('nothing listens') });
    expect(findings['last failure']).toMatchObject({ fix: expect.stringContaining('Nothing listens on that port') });
  });

  it('reports a paused endpoint, since when, when it is tried next and how to fix it', async () => {
    const server = await start({ currencies: ['USD'] });
    await setEndpoint(server, await receiverThat({ status: 500, body: 'no database' }));
    await emit(server, 100);
    await server.advance(0);
    const { code, findings } = await examine(server);
    expect(code).toBe(1);
    expect(findings['endpoint']).toMatchObject({
      state: 'FAULT',
      found: expect.stringMatching(
        /has been paused since 2025-01-01T00:00:00.000Z.*tried from 2025-01-01T00:00:01.000Z on/,
      ),
      fix: expect.stringContaining('Fix your receiver'),
    });
    expect(findings['last failure']?.found).toContain('500 "no database"');
  });

  it('reports a missing endpoint and prints the command that resends the SKIPPED events', async () => {
    const server = await start({ currencies: ['USD'] });
    await makeEvents(server);
    const { code, findings } = await examine(server);
    expect(code).toBe(1);
    expect(findings['endpoint']).toMatchObject({ state: 'FAULT' });
    expect(findings['deliveries']?.found).toMatch(/^\d+ SKIPPED/);
    await setEndpoint(server, await receiverThat({ status: 200 }));
    const words = findings['deliveries']?.commands?.[0]?.split(' ').slice(1) ?? [];
    const resent = await terminal.type([...words, '--json'], { environment: credentialsIn(server) });
    expect(JSON.parse(resent.output)).toMatchObject({ count: expect.any(Number) });
    await server.advance(0);
    const after = await examine(server);
    expect(after.code).toBe(0);
    expect(after.findings['deliveries']?.found).toBe('Every event was delivered');
  });

  it('exits with 0 and reports no fault when every event was delivered', async () => {
    const server = await start({ currencies: ['USD'] });
    await server.advance(0);
    await setEndpoint(server, await receiverThat({ status: 200 }));
    const resend = ['events', 'resend', '--since', '1h'];
    await terminal.type(resend, { environment: credentialsIn(server) });
    await server.advance(0);
    const { code, findings } = await examine(server);
    expect([code, Object.values(findings).filter(({ state }) => state === 'FAULT')]).toEqual([0, []]);
  });

  it('warns about a frozen clock and prints the commands that move it', async () => {
    const server = await start({ currencies: ['USD'] });
    await server.request('PATCH', '/sandbox/clock', { isFrozen: true });
    const { findings } = await examine(server);
    expect(findings['clock']).toMatchObject({
      state: 'WARNING',
      commands: ['payments clock run', 'payments clock advance 1m'],
    });
  });

  it('reports an unknown token without its secret, and warns of a VIEW token', async () => {
    const server = await start({ currencies: ['USD'] });
    const viewer = await server.withToken(['VIEW']);
    expect((await examine(viewer)).findings['credentials']).toMatchObject({
      state: 'WARNING',
      found: expect.stringMatching(/ with the permissions VIEW, in SANDBOX$/),
      fix: expect.stringContaining('require the permission MANAGE'),
    });
    const environment = { ...credentialsIn(server), PAYMENTS_TOKEN_SECRET: 'wrong' };
    const unknown = await terminal.type(['doctor'], { environment });
    expect(unknown.code).toBe(1);
    expect(unknown.output).toContain('does not know token');
    expect(unknown.output).toContain('$ payments login');
    expect(unknown.output).not.toContain('wrong');
  });

  it('reports a server that does not respond and prints the command that starts one', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const { code, output } = await terminal.type(['doctor', '--base-url', baseUrl]);
    expect(code).toBe(1);
    expect(output).toContain(`No server responds at ${baseUrl}`);
    expect(output).toContain('$ npm start');
  });

  it('names what Node.js needs to use the proxy of the environment', async () => {
    const environment = { HTTPS_PROXY: 'http://127.0.0.1:9' };
    const words = ['doctor', '--base-url', 'https://payments.invalid/2025-10-13'];
    const { output } = await terminal.type(words, { environment });
    expect(output).toContain('Check the address and your connection. HTTPS_PROXY is set');
    expect(output).toContain('NODE_USE_ENV_PROXY=1');
  });

  it('warns about a server that is not ready, names the relay and still reports the deliveries', async () => {
    const server = await start({ currencies: ['USD'] });
    const { findings } = await examine(server);
    expect(findings['server']).toMatchObject({ state: 'WARNING', found: expect.stringContaining('relay') });
    expect(findings).toHaveProperty('deliveries');
  });
});

describe('a new user', () => {
  const servers = startedServers();

  it('finds the cause of a failed delivery with three commands after the start', async () => {
    const port = await freePort();
    await servers.start('.data', {}, '--port', String(port));
    const receiver = createServer((_request, response) => void response.writeHead(500).end('no database yet'));
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = receiver.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/webhooks`;
    // Next to `npm start`, in its folder, without a login.
    const newcomer = openTerminal({ folder: servers.folder, environment: { PORT: String(port) } });
    try {
      for (const words of [
        ['config', 'update', '--webhook-endpoint', url],
        ['sandbox', 'webhooks', 'test'],
      ])
        expect(await newcomer.type(words)).toMatchObject({ code: 0 });
      const { code, output } = await newcomer.type(['doctor']);
      expect(code).toBe(1);
      expect(output).toContain('500 "no database yet"');
      expect(output).toContain('→ Your receiver failed.');
    } finally {
      await new Promise<void>((resolve) => {
        receiver.close(() => resolve());
        receiver.closeAllConnections();
      });
    }
  });

  it('is warned while the server is ready without its stored files', async () => {
    const port = await freePort();
    await servers.start('.data', {}, '--port', String(port));
    symlinkSync('files', join(servers.folder, '.data', 'files'));
    const newcomer = openTerminal({ folder: servers.folder, environment: { PORT: String(port) } });
    const { output } = await newcomer.type(['doctor']);
    expect(output).toContain('is ready, and a check fails: files: It cannot be used (ELOOP).');
  });
});
