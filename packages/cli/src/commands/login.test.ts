import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { oneEngine } from '../../../server/test/each-engine.ts';
import { credentialsIn, openTerminal, type Terminal } from '../../test/terminal.ts';
import { findAccess } from '../connection/access.ts';
import { profileFile } from '../connection/places.ts';

let terminal: Terminal;

beforeEach(() => {
  terminal = openTerminal();
});

afterEach(() => terminal.remove());

it('the profile file is under HOME, or at another absolute path when HOME is empty or unset', () => {
  expect(profileFile({ HOME: '/home/ada' }, 'default')).toBe('/home/ada/.config/payments-platform/cli/default.json');
  for (const environment of [{ HOME: '' }, {}]) expect(isAbsolute(profileFile(environment, 'default'))).toBe(true);
});

oneEngine('the CLI', (start) => {
  it('stores credentials at login with mode 600, uses them, and deletes them at logout', async () => {
    const server = await start();
    const { tokenId, tokenSecret } = server.credentials;
    const answers = [server.baseUrl, tokenId, tokenSecret];
    const asked: [string, boolean][] = [];
    const ask = async (question: string, isSecret: boolean): Promise<string> => {
      asked.push([question.split(' (')[0] ?? '', isSecret]);
      return answers.shift() ?? '';
    };
    const login = await terminal.type(['login'], { ask });
    expect(login).toMatchObject({ code: 0, complaints: '' });
    expect(login.output).not.toContain(tokenSecret);
    expect(asked).toEqual([
      ['Address', false],
      ['Token id: ', false],
      ['Token secret: ', true],
    ]);
    const file = join(terminal.folder, '.config/payments-platform/cli/default.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const status = await terminal.type(['status', '--json']);
    expect(JSON.parse(status.output)).toEqual({
      baseUrl: server.baseUrl,
      credentials: 'the profile "default"',
      tokenId,
      webhookEndpoint: null,
    });
    chmodSync(file, 0o644);
    expect(await terminal.type(['status'])).toMatchObject({
      code: 1,
      complaints: expect.stringContaining(`chmod 600 '${file}'`),
    });
    chmodSync(file, 0o600);
    expect((await terminal.type(['logout'])).output).toContain('is deleted from this computer');
    expect(await terminal.type(['config', 'get', '--base-url', server.baseUrl])).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('No credentials found'),
    });
  });

  it('reports a profile file that cannot be written, and names XDG_CONFIG_HOME', async () => {
    const server = await start();
    // Root may write anywhere, but cannot create a folder where a file is.
    writeFileSync(join(terminal.folder, '.config'), '');
    const environment = { ...credentialsIn(server), HOME: terminal.folder };
    const { code, complaints } = await terminal.type(['login'], { environment });
    expect([code, complaints]).toEqual([
      1,
      expect.stringMatching(/^payments: .*default\.json cannot be written: .*XDG_CONFIG_HOME/),
    ]);
  });

  it('says what to do about stored credentials that cannot be read or deleted', async () => {
    const file = join(terminal.folder, '.config/payments-platform/cli/default.json');
    const ends = async (words: readonly string[]) => (await terminal.type(words)).complaints;
    mkdirSync(file, { recursive: true });
    expect(await ends(['status'])).toBe(`payments: ${file} is not a regular file. Delete it, and log in again.`);
    expect(await ends(['logout'])).toMatch(`payments: ${file} cannot be deleted: `);
    // Root may read anything, but cannot follow a link to itself.
    const folder = dirname(dirname(file));
    rmSync(folder, { recursive: true });
    symlinkSync(folder, folder);
    expect(await ends(['status'])).toMatch(/default\.json cannot be read: ELOOP: .* yours with chown\.$/);
    expect(await ends(['logout'])).toMatch(/default\.json cannot be deleted: ELOOP: .* Delete it yourself\.$/);
    rmSync(join(terminal.folder, '.config'), { recursive: true });
    writeFileSync(join(terminal.folder, '.config'), '');
    expect((await terminal.type(['logout'])).output).toBe('There was no profile "default".');
  });

  it('stores no credentials that the server refuses, nor when the prompt is ended', async () => {
    const server = await start();
    expect(await terminal.type(['login'], { ask: async () => undefined })).toEqual({
      code: 1,
      output: '',
      complaints: 'payments: Nothing was stored.',
    });
    const environment = { ...credentialsIn(server), HOME: terminal.folder, PAYMENTS_TOKEN_SECRET: 'wrong' };
    expect(await terminal.type(['login'], { environment })).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('Nothing was stored'),
    });
    expect((await terminal.type(['logout'])).output).toBe('There was no profile "default".');
  });

  it('reads credentials from the environment, then the profile, then the data of a local sandbox', async () => {
    const server = await start();
    const environment = { ...credentialsIn(server), HOME: terminal.folder };
    await terminal.type(['login'], { environment });
    const from = async (given: object, ...words: string[]): Promise<string> => {
      const { output, complaints } = await terminal.type(['status', '--json', ...words], given);
      return output === '' ? complaints : String((JSON.parse(output) as { credentials: string }).credentials);
    };
    expect(await from({ environment })).toBe('the environment');
    expect(await from({})).toBe('the profile "default"');
    expect(await from({}, '--profile', 'other')).toContain('There is no profile "other"');
    await terminal.type(['logout']);
    mkdirSync(join(terminal.folder, '.data'), { mode: 0o700 });
    const file = join(terminal.folder, '.data/credentials.json');
    writeFileSync(file, JSON.stringify(server.credentials), { mode: 0o600 });
    expect(await from({}, '--base-url', server.baseUrl)).toBe(file);
  });

  it('calls the local address in the data folder, unless PORT is set', async () => {
    const server = await start();
    mkdirSync(join(terminal.folder, '.data'), { mode: 0o700 });
    const inData = (name: string, content: string): void =>
      writeFileSync(join(terminal.folder, '.data', name), content, { mode: 0o600 });
    inData('credentials.json', JSON.stringify(server.credentials));
    inData('address', `${server.baseUrl}\n`);
    expect(JSON.parse((await terminal.type(['status', '--json'])).output)).toMatchObject({ baseUrl: server.baseUrl });
    const named = await terminal.type(['status'], { environment: { PORT: '9', HOME: terminal.folder } });
    expect(named).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('No response from http://127.0.0.1:9'),
    });
    // A user who can write there must not redirect the secret.
    inData('address', 'https://payments.example/2025-10-13\n');
    const elsewhere = findAccess({}, { environment: { HOME: terminal.folder }, folder: terminal.folder });
    expect(elsewhere.baseUrl).toBe('http://127.0.0.1:4020/2025-10-13');
  });

  it.each(['{"tokenId": "ab', '{"tokenId":"ab"}', '[]', 'null', ''])(
    'names the file of damaged credentials and how to replace it: %s',
    async (content) => {
      mkdirSync(join(terminal.folder, '.data'), { mode: 0o700 });
      const file = join(terminal.folder, '.data/credentials.json');
      writeFileSync(file, content, { mode: 0o600 });
      const { code, complaints } = await terminal.type(['status']);
      expect([code, complaints]).toEqual([1, expect.stringContaining(`${file} cannot be read. Delete the file`)]);
    },
  );

  it('uses the credentials of a profile only for the address of that profile', async () => {
    const [server, other] = [await start(), await start()];
    await terminal.type(['login'], { environment: { ...credentialsIn(server), HOME: terminal.folder } });
    expect(await terminal.type(['status', '--base-url', other.baseUrl])).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('No credentials found'),
    });
  });

  it.each([
    ['http://payments.example', 'would send the secret unencrypted'],
    ['127.0.0.1:4020', 'is not an address'],
  ])('refuses a plain HTTP or invalid address: %s', async (url, words) => {
    expect(await terminal.type(['status', '--base-url', url])).toMatchObject({
      code: 2,
      complaints: expect.stringContaining(words),
    });
  });
});
