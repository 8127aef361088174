import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '@payments-platform/client/private-file';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAgent } from '../../../server/test/agents.ts';
import { oneEngine } from '../../../server/test/each-engine.ts';
import { makeSender } from '../../../server/test/parties.ts';
import { endOf, type Home, makeHome, runCommand, startEndpoint } from '../../test/hosts.ts';
import { placesOf } from '../connection/places.ts';
import { interfaceUrl, readAccess } from '../connection/stored-access.ts';
import { help, readCommand } from './read-command.ts';

let home: Home;

beforeEach(() => {
  home = makeHome();
});

afterEach(() => home.remove());

describe('a private file', () => {
  it('is replaced in one step, with mode 600', () => {
    const file = join(home.folder, 'a/b/secret');
    writePrivateFile(file, 'one');
    // Who reads the file meanwhile reads one content or the other, never a part.
    const reading = openSync(file, 'r');
    writePrivateFile(file, 'two');
    expect(readFileSync(reading, 'utf8')).toBe('one');
    closeSync(reading);
    expect(readPrivateFile(file)).toBe('two');
    expect(readPrivateFile(`${file}.none`)).toBeUndefined();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(home.folder, 'a')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(home.folder, 'a/b'))).toEqual(['secret']);
  });

  it.each([0o640, 0o604, 0o622])('is refused when others may read or change it: %s', (mode) => {
    const file = join(home.folder, 'secret');
    writeFileSync(file, 'secret');
    chmodSync(file, mode);
    expect(() => readPrivateFile(file)).toThrow(`Run: chmod 600 '${file}'`);
    chmodSync(file, 0o600);
    symlinkSync(file, `${file}.link`);
    expect(() => readPrivateFile(`${file}.link`)).toThrow('is not a regular file');
  });

  it('is stored in the XDG folders of its profile', () => {
    expect(placesOf({ XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' }, 'default')).toEqual({
      access: '/c/payments-platform/mcp/default.json',
      endpointSecret: '/c/payments-platform/mcp/default.endpoint-secret',
      journal: '/s/payments-platform/mcp/default',
    });
    expect(placesOf({ XDG_CONFIG_HOME: 'relative' }, 'a').access).toMatch(
      /^\/.*\/\.config\/payments-platform\/mcp\/a\.json$/,
    );
    expect(isAbsolute(placesOf({ HOME: '' }, 'a').access)).toBe(true);
    expect(() => placesOf({}, '../a')).toThrow('"../a" is not a name for a profile');
  });
});

describe('the platform URL', () => {
  it.each([
    ['http://127.0.0.1:4020', 'http://127.0.0.1:4020/2025-10-13'],
    ['http://localhost:4020/2025-10-13/', 'http://localhost:4020/2025-10-13'],
    ['https://pay.example/api', 'https://pay.example/api'],
  ])('%s is completed to %s', (given, url) => {
    expect(interfaceUrl(given)).toBe(url);
  });

  it.each(['http://pay.example', 'http://127.0.0.1.example', 'ftp://127.0.0.1', 'localhost:4020', 'pay'])(
    'is refused as %s',
    (given) => {
      expect(() => interfaceUrl(given)).toThrow(/is not a URL|has no scheme|Use https/);
    },
  );
});

describe('the command line', () => {
  it('serves without a command, and reads missing flags from the environment', () => {
    const environment = { PAYMENTS_DEVICE_CODE: 'A', PAYMENTS_URL: 'B', PAYMENTS_MCP_PROFILE: 'c' };
    expect(readCommand([], environment)).toMatchObject({
      name: 'serve',
      code: 'A',
      url: 'B',
      profile: 'c',
      isHttp: false,
    });
    expect(readCommand(['connect', '--code', 'D'], environment)).toMatchObject({
      name: 'connect',
      code: 'D',
      url: 'B',
    });
  });

  it.each([
    [['dance'], '"dance" is not a command'],
    [['serve', '--http', '--port', '70000'], '--port 70000 is not a port'],
    [['serve', '--port', '4090'], '--port only applies to HTTP. Add --http'],
    [['--allow-host', 'tools.example'], '--allow-host only applies to HTTP. Add --http'],
    [['--cod', 'A'], "Unknown option '--cod'"],
  ])('refuses an unknown command or an invalid flag: %s', (words, complaint) => {
    expect(() => readCommand(words, {})).toThrow(complaint);
  });

  it('prints its help in lines of at most 120 characters', () => {
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });
});

oneEngine('an MCP connection', (start) => {
  it('is created once, shown by status and deleted by logout, without printing its token', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const { agentId, code } = await makeAgent(server, customerId);
    expect(await runCommand(home, ['status', '--json'])).toMatchObject({ code: 1, output: '{"isConnected":false}\n' });
    const early = await runCommand(home, ['serve']);
    expect([early.code, early.output, early.complaint]).toEqual([
      2,
      '',
      expect.stringContaining('No agent is connected.'),
    ]);
    expect(early.complaint).toContain('node_modules/.bin/node packages/mcp/src/main.ts connect --code');
    const nowhere = await runCommand(home, ['connect', '--code', code, '--url', 'http://127.0.0.1:9']);
    expect(nowhere).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/^payments-mcp: http:\/\/127\.0\.0\.1:9: no answer .* Check the address/),
    });
    expect(nowhere.complaint).not.toContain(code);
    const words = ['connect', '--code', ` ${code}`, '--url', server.baseUrl];
    const connected = await runCommand(home, words);
    expect(connected).toMatchObject({ code: 0, complaint: '', output: expect.stringContaining(agentId) });
    const { access } = placesOf(home.environment, 'default');
    const token = readAccess(access)?.accessToken ?? '';
    expect(token).toMatch(/^gat_/);
    expect(await runCommand(home, words)).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('is already connected'),
    });
    const status = await runCommand(home, ['status', '--json']);
    expect(JSON.parse(status.output)).toMatchObject({ isConnected: true, agentId, isPaused: false });
    const again = await runCommand(home, [...words, '--replace']);
    expect(again).toMatchObject({ code: 1, complaint: expect.stringContaining('redeemed') });
    expect(readFileSync(access, 'utf8')).toContain(token);
    chmodSync(access, 0o644);
    expect(await runCommand(home, ['status'])).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('chmod 600'),
    });
    chmodSync(access, 0o600);
    const forgotten = await runCommand(home, ['logout', '--json']);
    expect(forgotten.output).toBe('{"wasConnected":true}\n');
    expect(existsSync(access)).toBe(false);
    for (const { output, complaint } of [connected, status, again, forgotten])
      expect(output + complaint).not.toContain(token);
  });

  it('answers the pending requests when its input ends, and exits with 0', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const { code } = await makeAgent(server, customerId);
    const about = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
    const messages = [
      { id: 1, method: 'initialize', params: about },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
      { id: 3, method: 'tools/call', params: { name: 'check_budget', arguments: {} } },
      { id: 4, method: 'tools/call', params: { name: 'list_accounts', arguments: {} } },
    ];
    const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
    const environment = { PAYMENTS_DEVICE_CODE: code, PAYMENTS_URL: server.baseUrl };
    const ended = await runCommand(home, ['serve'], environment, input);
    const answers = ended.output.trim().split('\n');
    expect([ended.code, answers.map((line) => (JSON.parse(line) as { id?: number }).id).sort()]).toEqual([
      0,
      [1, 2, 3, 4],
    ]);
    expect(ended.output).not.toContain('"isError":true');
  });

  it('names the --port flag when the port is in use', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const { code } = await makeAgent(server, customerId);
    const environment = { PAYMENTS_DEVICE_CODE: code, PAYMENTS_URL: server.baseUrl };
    const words = ['serve', '--http', '--port', new URL(server.baseUrl).port];
    expect(await runCommand(home, words, environment)).toMatchObject({
      code: 2,
      complaint: expect.stringMatching(/EADDRINUSE.*Choose another --port/),
    });
  });

  it('is created by serve from the environment, and requires its secret and origin over HTTP', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const { agentId, code } = await makeAgent(server, customerId);
    const environment = { ...home.environment, PAYMENTS_DEVICE_CODE: code, PAYMENTS_URL: server.baseUrl };
    const { url, secret, child, complaints } = await startEndpoint({ ...home, environment });
    try {
      const initialize = {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
      };
      const ask = async (headers: Record<string, string>, more: RequestInit = {}): Promise<number> => {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
          body: JSON.stringify(initialize),
          ...more,
        });
        await answer.body?.cancel();
        return answer.status;
      };
      const authorized = { Authorization: `Bearer ${secret}` };
      expect(await ask(authorized)).toBe(200);
      expect(await ask({ ...authorized, Origin: new URL(url).origin })).toBe(200);
      expect(await ask({ ...authorized, Origin: 'https://evil.example' })).toBe(403);
      expect(await ask({})).toBe(401);
      expect(await ask({ Authorization: `Bearer ${secret}x` })).toBe(401);
      expect(await ask({ ...authorized, 'Mcp-Session-Id': 'none' })).toBe(404);
      expect(await ask(authorized, { body: '{' })).toBe(400);
      expect(await ask(authorized, { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' })).toBe(400);
      expect(await ask(authorized, { body: `"${'a'.repeat(1_100_000)}"` })).toBe(413);
      expect(await ask(authorized, { method: 'PUT' })).toBe(405);
      expect(complaints()).toContain(`connected as "Bill payer" (${agentId})`);
      expect(complaints()).not.toContain(secret);
      expect(complaints()).not.toContain('gat_');
    } finally {
      expect(await endOf(child)).toBe(0);
    }
  });
});
