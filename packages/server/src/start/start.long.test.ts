import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Answer, createCaller } from '../../test/caller.ts';
import { beginCustomer } from '../../test/half-sent-request.ts';
import { createTestDatabase, postgresUnavailable } from '../../test/postgres-cluster.ts';
import { type Outcome, type Ready, runProgram, runServer, type ServerProcess } from '../../test/server-process.ts';
import { type StartedServer, startedServers } from '../../test/started-servers.ts';

const servers = startedServers();
const start = (...flags: string[]): Promise<StartedServer> => servers.start('', {}, ...flags);
const get = (ready: Pick<Ready, 'baseUrl' | 'tokenId' | 'tokenSecret'>, path: string): Promise<Answer> =>
  createCaller(ready).request('GET', path);
const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' };

describe('starting the server', () => {
  it('prints exactly one JSON line with what a script needs, and the credentials work', async () => {
    const server = servers.launch();
    const ready = await server.ready();
    expect(Object.keys(ready).sort()).toEqual([
      'baseUrl',
      'because',
      'docsUrl',
      'mode',
      'tokenId',
      'tokenSecret',
      'webhookPublicKey',
    ]);
    expect(ready.webhookPublicKey).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    expect(ready.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/2025-10-13$/);
    const config = await get(ready, '/config');
    const currencies: { readonly currencyCode: string }[] = config.body.supportedCurrencies;
    expect(currencies.map(({ currencyCode }) => currencyCode)).toEqual([
      'USD',
      'EUR',
      'GBP',
      'MXN',
      'BRL',
      'INR',
      'USDC',
      'USDB',
      'BTC',
    ]);
    expect((await fetch(ready.baseUrl.replace('/2025-10-13', '/healthz'))).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(server.stdout().split('\n')).toEqual([JSON.stringify(ready), '']);
  });

  it('prints the base URL, the token id, the public key and a working curl command', async () => {
    const server = runServer(['--port', '0', '--data', servers.folder]);
    onTestFinished(async () => void (await server.stop('SIGKILL')));
    await expect.poll(() => server.stdout()).toContain('Ctrl-C');
    const text = server.stdout();
    for (const part of [
      'Base URL',
      'Token id',
      'Token secret',
      'local: only this machine',
      '-----BEGIN PUBLIC KEY-----',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('\u001b[');
    const command =
      text
        .split('\n')
        .find((line) => line.trim().startsWith('curl '))
        ?.trim() ?? '';
    const { tokenSecret } = JSON.parse(readFileSync(join(servers.folder, 'credentials.json'), 'utf8')) as {
      tokenSecret: string;
    };
    expect(text).not.toContain(tokenSecret);
    const environment = { ...process.env, TOKEN_SECRET: tokenSecret };
    const curl = spawn('sh', ['-c', `${command} -s -w '%{http_code}' -o /dev/null`], { env: environment });
    let status = '';
    for await (const chunk of curl.stdout) status += chunk;
    expect(status).toBe('200');
    expect(await server.stop('SIGTERM')).toBe(0);
  });

  it('keeps credentials and accounts on a later start, and stores no clear secret in the database', async () => {
    const before = await start();
    const accounts = await get(before, '/platform/internal-accounts');
    await before.stop();
    const after = await start();
    expect([after.tokenId, after.tokenSecret, after.webhookPublicKey]).toEqual([
      before.tokenId,
      before.tokenSecret,
      before.webhookPublicKey,
    ]);
    expect((await get(after, '/platform/internal-accounts')).body).toEqual(accounts.body);
    await after.stop();
    const file = join(servers.folder, 'payments.sqlite');
    expect(readFileSync(file).includes(before.tokenSecret)).toBe(false);
    for (const name of ['credentials.json', 'master.key'])
      expect(statSync(join(servers.folder, name)).mode & 0o777).toBe(0o600);
  });

  it('writes its address beside its data while it runs', async () => {
    const server = await start();
    const file = join(servers.folder, 'address');
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([`${server.baseUrl}\n`, 0o600]);
    await server.stop();
    expect(existsSync(file)).toBe(false);
  });

  it('leaves no file behind with --memory', async () => {
    const server = await start('--memory');
    expect((await get(server, '/config')).status).toBe(200);
    await server.stop();
    expect(readdirSync(servers.folder)).toEqual([]);
  });

  it('approves new customers at once, unless --require-verification-paperwork is given', async () => {
    const verified: string[] = [];
    for (const flags of [[], ['--require-verification-paperwork'], []]) {
      const server = await start(...flags);
      verified.push((await server.request('POST', '/customers', ada)).body.verificationStatus);
      await server.stop();
    }
    expect(verified).toEqual(['APPROVED', 'UNVERIFIED', 'APPROVED']);
  });

  it('keeps simulated time across a restart', async () => {
    const first = await start('--time-scale', '1000000');
    await get(first, '/config');
    const reached = Date.parse((await first.request('POST', '/customers', ada)).body.createdAt);
    await first.stop();
    const second = await start('--time-scale', '1');
    const continued = Date.parse((await second.request('POST', '/customers', ada)).body.createdAt);
    expect(reached).toBeGreaterThan(Date.now() + 60_000);
    expect(continued).toBeGreaterThanOrEqual(reached);
  });

  it('answers every request in flight when it is stopped, then exits with 0', async () => {
    const server = servers.launch();
    const ready = await server.ready();
    const begun = await Promise.all(Array.from({ length: 20 }, () => beginCustomer(ready)));
    const stopped = server.stop();
    const isServed = (): Promise<boolean> =>
      fetch(ready.baseUrl).then(
        () => true,
        () => false,
      );
    await expect.poll(isServed).toBe(false);
    for (const { finish } of begun) finish();
    expect(await Promise.all(begun.map(({ status }) => status))).toEqual(begun.map(() => 201));
    expect(await stopped).toBe(0);
  });
});

describe('a server that cannot start', () => {
  const lines = (server: ServerProcess): string[] => server.stderr().trim().split('\n');

  it('says in one line that the port is taken', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const server = servers.launch('', {}, '--port', String(port));
    expect(await server.exited).toBe(1);
    expect(lines(server)).toEqual([expect.stringMatching(/taken.*--port/)]);
    blocker.close();
  });

  it('says in one line which flag is wrong', async () => {
    for (const flags of [['--prot', '1'], ['--port', 'high'], ['--port', '70000'], ['--time-scale', '0'], ['extra']]) {
      const server = runServer(flags);
      expect([flags, await server.exited]).toEqual([flags, 2]);
      expect(lines(server)).toHaveLength(1);
    }
  });

  it('says in one line that the data is of a newer version', async () => {
    await (await start()).stop();
    const handle = new DatabaseSync(join(servers.folder, 'payments.sqlite'));
    handle.exec("INSERT INTO schema_migrations (version, name) VALUES (9999, 'later')");
    handle.close();
    expect(await servers.refusal()).toMatch(/^.*newer version.*$/);
  });

  it('says in one line that the master key is another one', async () => {
    await (await start()).stop();
    expect(await servers.refusal('', { PAYMENTS_MASTER_KEY: 'ab'.repeat(32) })).toMatch(/^.*PAYMENTS_MASTER_KEY.*$/);
  });

  it('says in one line that PostgreSQL cannot be reached', async () => {
    const url = 'postgres://postgres@127.0.0.1:9/none';
    expect(await servers.refusal('', { DATABASE_URL: url })).toMatch(/^.*DATABASE_URL.*$/);
  });

  it('says in one line which rates it cannot use', async () => {
    const none = join(servers.folder, 'none.json');
    expect(await servers.refusal('', {}, '--rates', 'http://rates.example.com/today.json')).toMatch(/^.*rates.*$/);
    expect(await servers.refusal('', {}, '--rates', none)).toMatch(/^.*rates.*$/);
    const server = servers.launch('', {}, '--rates', none);
    expect(await server.exited).toBe(2);
    expect(lines(server)).toEqual([expect.stringContaining('rates')]);
  });

  it('prints its release with --version', async () => {
    const server = runServer(['--version']);
    expect([await server.exited, server.stdout(), server.stderr()]).toEqual([
      0,
      expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      '',
    ]);
  });

  it('prints its flags and variables with --help', async () => {
    const server = runServer(['--help']);
    expect(await server.exited).toBe(0);
    for (const word of [
      '--require-verification-paperwork',
      '--public-url',
      '--data',
      '--port',
      '--memory',
      '--json',
      '--time-scale',
      'DATABASE_URL',
    ])
      expect(server.stdout()).toContain(word);
  });
});

describe.skipIf(postgresUnavailable() !== undefined)('two servers on one PostgreSQL', () => {
  it('serve the same platform with one master key, each with credentials of its own', async () => {
    const url = await createTestDatabase();
    const environment = { DATABASE_URL: url, PAYMENTS_MASTER_KEY: 'cd'.repeat(32) };
    const [one, two] = ['one', 'two'].map((name) => servers.launch(name, environment));
    const [first, second] = [await one?.ready(), await two?.ready()];
    if (first === undefined || second === undefined) throw new Error('both servers start');
    expect(second.webhookPublicKey).toBe(first.webhookPublicKey);
    expect(second.tokenId).not.toBe(first.tokenId);
    const crossed = await get({ ...first, baseUrl: second.baseUrl }, '/config');
    expect(crossed.status).toBe(200);
    expect([await one?.stop(), await two?.stop()]).toEqual([0, 0]);
  });
});

describe('the verify command', () => {
  const command = fileURLToPath(new URL('./verify-command.ts', import.meta.url));
  const verify = (...flags: string[]): Promise<Outcome> => runProgram(command, flags);

  it('finds no breach in a live store, and exits with 1 naming the first breach of a broken one', async () => {
    const server = await start();
    const live = await verify('--data', servers.folder, '--json');
    expect(live.code).toBe(0);
    expect(JSON.parse(live.output)).toMatchObject({ breaches: 0, first: null });
    await server.stop();
    const handle = new DatabaseSync(join(servers.folder, 'payments.sqlite'));
    handle.exec('UPDATE internal_accounts SET balance_minor = 5');
    handle.close();
    const broken = await verify('--data', servers.folder, '--json');
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.output)).toMatchObject({
      breaches: 2,
      first: { name: 'balances-equal-postings', breach: expect.stringContaining('InternalAccount:') },
    });
  });

  it('exits with 2 where there is no database', async () => {
    expect((await verify('--data', join(servers.folder, 'nowhere'))).code).toBe(2);
  });
});
