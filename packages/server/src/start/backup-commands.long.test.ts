import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Caller, expectStatus } from '../../test/caller.ts';
import { fileOf, formOf, passport } from '../../test/documents.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../test/parties.ts';
import { createTestDatabase, dropTestDatabase, postgresUnavailable } from '../../test/postgres-cluster.ts';
import { startedServers } from '../../test/started-servers.ts';
import { type BackupManifest, readManifest, writeManifest } from '../backups/backup-manifest.ts';
import { filesBelow } from '../backups/parts.ts';
import { findTool } from '../backups/postgres-tools.ts';
import { releaseOfServer } from '../backups/release-of-server.ts';
import { restoreBackup } from '../backups/restore-backup.ts';
import { createDiskFileStore } from '../engines/files/disk-file-store.ts';
import { sealFiles } from '../engines/files/sealed-file-store.ts';
import { createSystemRandom } from '../ground/ids/random.ts';
import { masterKeyIn } from './local-files.ts';
import { answerOperator } from './operator-command.ts';
import { answerVerify } from './verify-command.ts';

const servers = startedServers();
afterEach(() => vi.unstubAllEnvs());

const at = (...path: string[]): string => join(servers.folder, ...path);
const operator = async (...words: string[]): Promise<Record<string, unknown>> =>
  JSON.parse(await answerOperator([...words, '--json'])) as Record<string, unknown>;
const backUp = (...words: string[]) => operator('backup', '--data', at('live'), '--to', at('backup'), ...words);
const restore = (...words: string[]) => operator('restore', '--from', at('backup'), '--data', at('restored'), ...words);
const withKey = (): string[] => ['--key-file', at('live', 'master.key')];

interface Payer {
  /** Makes one payment and returns its id. */
  pay(): Promise<string>;
}

async function makePayer(caller: Caller): Promise<Payer> {
  const { customerId, accounts } = await makeSender(caller);
  const to = await makeUsdAccount(caller, customerId);
  const body = quoteBody({ from: accounts['USD'] ?? '', to, amount: 100, extra: { immediatelyExecute: true } });
  const form = formOf({ ...passport, file: fileOf('pdf', 200_000), documentHolder: customerId });
  expectStatus(await caller.request('POST', '/documents', form), 201);
  return { pay: async () => expectStatus(await caller.request('POST', '/quotes', body), 201).transactionId };
}

/** Pays without a pause during other work. */
async function whilePaying<T>(payer: Payer, work: () => Promise<T>): Promise<{ value: T; paid: number }> {
  let isOver = false;
  const paying = (async () => {
    let paid = 0;
    for (; !isOver; paid += 1) await payer.pay();
    return paid;
  })();
  const value = await work().finally(() => {
    isOver = true;
  });
  return { value, paid: await paying };
}

describe.each(['sqlite', 'postgres'] as const)('a backup on %s', (engine) => {
  const runs = it.skipIf(engine === 'postgres' && postgresUnavailable() !== undefined);

  runs('is taken while payments run, and restores every payment acknowledged before it', async () => {
    const urls = engine === 'postgres' ? [await createTestDatabase(), await createTestDatabase()] : [];
    const environment = (url: string | undefined) => (url === undefined ? {} : { DATABASE_URL: url });
    const choose = (url: string | undefined): void => void (url && vi.stubEnv('DATABASE_URL', url));
    try {
      const payer = await makePayer(await servers.start('live', environment(urls[0])));
      const before = [await payer.pay(), await payer.pay()];
      choose(urls[0]);
      if (engine === 'postgres') {
        const [elsewhere, lost] = [at('elsewhere'), at('lost')];
        cpSync(at('live', 'master.key'), join(elsewhere, 'master.key'));
        const empty = operator('backup', '--data', elsewhere, '--to', lost);
        await expect(empty).rejects.toThrow('none of them is in');
        writeFileSync(join(elsewhere, 'master.key'), 'ab'.repeat(32));
        const foreign = operator('backup', '--data', elsewhere, '--to', lost);
        await expect(foreign).rejects.toThrow('sealed with another master key');
      }
      const { value: made, paid } = await whilePaying(payer, () => backUp());
      expect(paid).toBeGreaterThan(0);
      expect(made).toMatchObject({ engine, release: releaseOfServer(), keys: 'LEFT_OUT', parts: 2 });

      choose(urls[1]);
      const restored = await restore(...withKey());
      expect(restored).toMatchObject({ engine, verified: expect.stringMatching(/^\d+ invariants hold$/) });
      expect(await answerVerify(['--data', at('restored')], () => undefined)).toBe(0);
      const again = await servers.start('restored', environment(urls[1]));
      for (const id of before) expect((await again.request('GET', `/transactions/${id}`)).status).toBe(200);
      const key = masterKeyIn(at('restored'), undefined) as Uint8Array;
      const [file = ''] = filesBelow(at('restored', 'files'));
      const pieces: Uint8Array[] = [];
      const files = sealFiles(createDiskFileStore(at('restored', 'files')), key, createSystemRandom());
      for await (const piece of files.read(file)) pieces.push(piece);
      expect(Buffer.concat(pieces).equals(fileOf('pdf', 200_000))).toBe(true);
      await (await makePayer(again)).pay();
      if (urls[1] === undefined) return;
      rmSync(at('restored'), { recursive: true });
      await expect(restore(...withKey())).rejects.toThrow('not empty. Create a new one');
      expect(existsSync(at('restored'))).toBe(false);
    } finally {
      await servers.stopAll();
      for (const url of urls) await dropTestDatabase(url);
    }
  });
});

describe('a backup of the embedded database', () => {
  const live = async (): Promise<Caller & { readonly tokenSecret: string }> => {
    const server = await servers.start('live');
    await makePayer(server);
    return server;
  };
  const untouched = (): void => expect(existsSync(at('restored'))).toBe(false);

  it('that was restored in part, because the command was killed, is not used until its folder is deleted', async () => {
    await live();
    await servers.stopAll();
    await backUp();
    const masterKey = masterKeyIn(at('live'), undefined);
    const atStore = new Set<string>();
    const onProgress = (text: string): void => {
      if (text !== 'restoring the store') return;
      for (const path of filesBelow(at('restored'))) atStore.add(path);
      cpSync(at('restored'), at('killed'), { recursive: true });
    };
    const places = { from: at('backup'), databaseUrl: undefined, dataFolder: at('restored') };
    await restoreBackup({ ...places, masterKey, isKeyKept: true, onProgress });
    expect(atStore).toContain('master.key');
    // A server would begin an empty store in it.
    expect(await servers.refusal('killed')).toMatch(/killed has not ended.*delete the folder, and repeat it\.$/);
    const again = operator('restore', '--from', at('backup'), '--data', at('killed'), ...withKey());
    await expect(again).rejects.toThrow('delete the folder, and repeat it');
    expect(existsSync(at('killed', 'payments.sqlite'))).toBe(false);
    expect(filesBelow(at('restored'))).not.toContain('unfinished-restore');
    await (await makePayer(await servers.start('restored'))).pay();
  });

  it('has no key and no secret, unless --with-keys is given', async () => {
    const { tokenSecret } = await live();
    await backUp();
    const key = readFileSync(at('live', 'master.key'), 'utf8').trim();
    const holds = (secret: string): boolean =>
      filesBelow(at('backup')).some((path) => {
        const bytes = readFileSync(at('backup', path));
        return bytes.includes(secret) || bytes.includes(Buffer.from(secret, 'hex'));
      });
    expect([holds(key), holds(tokenSecret)]).toEqual([false, false]);
    await expect(restore()).rejects.toThrow('--key-file');
    untouched();

    rmSync(at('backup'), { recursive: true });
    expect(await backUp('--with-keys')).toMatchObject({ keys: 'IN_CLEAR' });
    expect([holds(key), holds(tokenSecret)]).toEqual([true, true]);
    await restore();
    expect((await servers.start('restored')).tokenSecret).toBe(tokenSecret);
    for (const folder of ['backup', 'restored'])
      expect(filesBelow(at(folder)).filter((path) => !hasMode(at(folder, path), 0o600))).toEqual([]);
  });

  it('is refused when any part of it was changed, before anything is restored', async () => {
    await live();
    await backUp();
    const [stored = ''] = filesBelow(at('backup', 'files'));
    const flip = (path: string) => (): void => {
      const bytes = readFileSync(at('backup', path));
      const middle = bytes.length >> 1;
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      writeFileSync(at('backup', path), bytes);
    };
    const rewrite = (change: (manifest: BackupManifest) => object) => (): void => {
      const manifest = readManifest(at('backup'));
      writeFileSync(at('backup', 'manifest.json'), JSON.stringify({ ...manifest, ...change(manifest) }));
    };
    const key = masterKeyIn(at('live'), undefined) as Uint8Array;
    const faults: readonly (readonly [fault: () => unknown, refusal: string])[] = [
      [flip('store.sqlite'), 'store.sqlite is damaged'],
      [flip(`files/${stored}`), `files/${stored} is damaged`],
      [() => rmSync(at('backup', 'files', stored)), `files/${stored} is missing`],
      [
        () => writeFileSync(at('backup', 'files', 'stray'), ''),
        'files/stray is in the backup, but not in its manifest',
      ],
      [rewrite(({ parts }) => ({ parts: parts.slice(1) })), 'was changed after it was written'],
      [
        rewrite(() => ({ parts: [{ path: '../../outside', bytes: 0, sha256: '' }] })),
        'files that do not belong in a backup',
      ],
      [rewrite(() => ({ format: 2 })), 'format that this release does not know'],
      [rewrite(() => ({ engine: 'postgres' })), 'Set DATABASE_URL to an empty database'],
      [() => rmSync(at('backup', 'manifest.json')), 'did not finish'],
      [() => rewritten({ schemaVersion: 9_999 }), 'newer release'],
      [() => rewritten({ schemaVersion: 1 }), 'says schema 1, and the store'],
    ];
    const rewritten = async (change: object): Promise<void> => {
      const { keyCheck: _check, seal: _seal, ...facts } = readManifest(at('backup'));
      rmSync(at('backup', 'manifest.json'));
      await writeManifest(at('backup'), { ...facts, ...change }, key);
    };
    for (const [fault, refusal] of faults) {
      await fault();
      await expect(restore(...withKey())).rejects.toThrow(refusal);
      untouched();
      rmSync(at('backup'), { recursive: true });
      await backUp();
    }
    vi.stubEnv('PAYMENTS_MASTER_KEY', 'ab'.repeat(32));
    await expect(restore()).rejects.toThrow('sealed with another master key');
    vi.unstubAllEnvs();
    expect(await restore(...withKey())).toMatchObject({ parts: 2 });
  });

  it('includes the master key that seals its data, and is refused with any other', async () => {
    await live();
    const key = readFileSync(at('live', 'master.key'), 'utf8').trim();
    // A folder may still have an old key, beside the one that the server is given.
    writeFileSync(at('live', 'master.key'), 'ab'.repeat(32));
    await expect(backUp('--with-keys')).rejects.toThrow('sealed with another master key');
    expect(existsSync(at('backup'))).toBe(false);
    vi.stubEnv('PAYMENTS_MASTER_KEY', key);
    await backUp('--with-keys');
    vi.unstubAllEnvs();
    expect(readFileSync(at('backup', 'keys', 'master.key'), 'utf8').trim()).toBe(key);
    await restore();
    await servers.start('restored');
  });

  it('is refused when the stored files are missing', async () => {
    await live();
    rmSync(at('live', 'files'), { recursive: true });
    await expect(backUp()).rejects.toThrow('none of them is in');
    expect(existsSync(at('backup'))).toBe(false);
  });

  it('overwrites nothing, and leaves no folder behind on failure', async () => {
    await live();
    await backUp();
    await expect(backUp()).rejects.toThrow('not empty');
    await expect(operator('restore', '--from', at('backup'), '--data', at('live'), ...withKey())).rejects.toThrow(
      'not empty',
    );
    await expect(operator('backup', '--data', at('none'), '--to', at('other'))).rejects.toThrow('no master key');
    rmSync(at('live', 'payments.sqlite'));
    await expect(operator('backup', '--data', at('live'), '--to', at('other'))).rejects.toThrow('no database');
    expect(readdirSync(servers.folder).sort()).toEqual(['backup', 'live']);
    await expect(operator('backup', '--data', at('live'))).rejects.toThrow('--to is required');
    await expect(operator('restore', '--data', at('new'))).rejects.toThrow('--from is required');
  });
});

const hasMode = (file: string, mode: number): boolean => (statSync(file).mode & 0o777) === mode;

describe('the tools of PostgreSQL', () => {
  it('are required at the version of the database, and the refusal names the package to install', () => {
    expect(() => findTool('pg_dump', 99, [])).toThrow(/pg_dump 99 or newer is required.*postgresql-client-99$/);
    expect(() => findTool('pg_restore', 99, ['/nowhere'])).toThrow(/pg_restore 99/);
  });
});
