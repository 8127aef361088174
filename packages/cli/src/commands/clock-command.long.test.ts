import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SqliteDatabase } from '../../../server/src/ground/database/sqlite-database.ts';
import { verifyStore } from '../../../server/src/verify/verify-store.ts';
import { createTestDatabase, postgresUnavailable } from '../../../server/test/postgres-cluster.ts';
import { startedServers } from '../../../server/test/started-servers.ts';
import { openTerminal, type Printed } from '../../test/terminal.ts';

const servers = startedServers();
const place = (name: string): string => join(servers.folder, name);

const start = async (data: string, environment: Record<string, string> = {}) => {
  const { baseUrl, stop } = await servers.start(data, environment);
  return { url: baseUrl, stop };
};

async function clock(words: readonly string[], environment: Record<string, string> = {}): Promise<Printed> {
  return openTerminal({ folder: servers.folder, environment }).type(['clock', ...words]);
}

async function json(flags: readonly string[], environment?: Record<string, string>) {
  const { code, output, complaints } = await clock([...flags, '--json'], environment);
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' });
  return JSON.parse(output) as { readonly now: string; readonly from: string };
}

/** The commands of a table cell or a code block of the guide. */
function guideCommands(): string[][] {
  const guide = readFileSync(new URL('../../../../docs/sandbox.md', import.meta.url), 'utf8');
  const time = guide.split(/^## /m).find((text) => text.startsWith('Time\n')) ?? '';
  const rows = time.split('\n').filter((line) => line.startsWith('| '));
  return rows.flatMap((row) => {
    const command = /`npm run clock(?: -- ([^`]*))?` \|$/.exec(row);
    return command === null ? [] : [command[1]?.split(' ') ?? []];
  });
}

describe('payments clock', () => {
  it('runs every command of the guide and reports the result as text and as JSON', async () => {
    const { url } = await start('one');
    const where = ['--base-url', url, '--data', place('one')];
    const commands = guideCommands();
    expect(commands.map(([name]) => name)).toEqual([undefined, 'freeze', 'run', 'scale', 'advance', 'advance']);
    expect(await json(where)).toMatchObject({ scale: 1, isFrozen: false });
    const soon = new Date(Date.now() + 30 * 86_400_000).toISOString();
    for (const words of commands.slice(1)) {
      // The guide names a moment of its own time.
      const now = words.map((word) => (/^\d{4}-/.test(word) ? soon : word));
      expect(await clock([...now, ...where])).toMatchObject({ code: 0 });
    }
    await clock(['freeze', ...where]);
    const frozen = await json(where);
    expect(frozen.now >= soon).toBe(true);
    const person = await clock(['advance', '1d12h', ...where]);
    expect(person.output).toContain(`The clock has moved from ${frozen.now}`);
    const { from, now } = await json(['advance', '90s', ...where]);
    expect(Date.parse(now) - Date.parse(from)).toBe(90_000);
  });

  it('refuses an invalid command or argument with a message and exit code 1 or 2', async () => {
    const { url } = await start('one');
    const where = ['--base-url', url, '--data', place('one')];
    for (const [flags, status, words] of [
      [
        ['leap', ...where],
        2,
        '"leap" is not a command of the clock. Commands: show, freeze, run, scale, advance, rewind.',
      ],
      [['advance', ...where], 2, 'give a time to advance by'],
      [['advance', '2d', '--to', '2099-01-01', ...where], 2, 'not both'],
      [['advance', '--to', '1999-01-01', ...where], 1, 'Refused: 400 INVALID_INPUT'],
      [['scale', '0', ...where], 2, 'scale must be a whole number'],
      [['rewind', '1d', ...where], 2, '--copy-to'],
      [['show', '--base-url', 'http://127.0.0.1:9/2025-10-13', '--data', place('one')], 1, 'no response from'],
      [['show', '--base-url', url, '--data', place('none')], 2, 'no credentials'],
      [['rewind', '1d', '--copy-to', place('copy'), '--data', place('none')], 2, 'no database'],
      [
        ['rewind', '--to', '2098-01-01', '--copy-to', place('copy'), '--data', place('one')],
        2,
        'A copy only goes back',
      ],
      [['rewind', '1d', '--copy-to', place('one'), '--data', place('one')], 2, 'not empty'],
    ] as const) {
      const { code, complaints } = await clock(flags);
      expect([flags, code]).toEqual([flags, status]);
      expect(complaints.toLowerCase()).toContain(words.toLowerCase());
      // A refusal of the server adds a line for each field, and the id of the request.
      if (status === 2) expect([flags, complaints.split('\n')]).toEqual([flags, [expect.any(String)]]);
    }
  });

  it('rewinds a copy of a running sandbox, which breaks no invariant and has no webhook endpoint', async () => {
    const { url } = await start('one');
    const where = ['--base-url', url, '--data', place('one')];
    const endpoint = ['config', 'update', '--webhook-endpoint', 'http://127.0.0.1:9/webhooks'];
    expect(await openTerminal({ folder: servers.folder }).type([...endpoint, ...where])).toMatchObject({ code: 0 });
    await clock(['freeze', ...where]);
    const { now: before } = await json(where);
    await clock(['advance', '3d', ...where]);
    mkdirSync(place('one/files/1'), { recursive: true });
    writeFileSync(place('one/files/1/document'), 'sealed');
    const rewound = await json(['rewind', '2d', '--copy-to', place('copy'), ...where]);
    expect(Date.parse(rewound.from) - Date.parse(rewound.now)).toBe(2 * 86_400_000);
    expect((await json(where)).now).toBe(rewound.from);
    expect(readFileSync(place('copy/files/1/document'), 'utf8')).toBe('sealed');
    const copy = await start('copy');
    const inCopy = ['--base-url', copy.url, '--data', place('copy')];
    expect(await json(inCopy)).toEqual({ now: rewound.now, scale: 1, isFrozen: true });
    await clock(['advance', '1d', ...inCopy]);
    await copy.stop();
    const again = await json(['rewind', '--to', before, '--copy-to', place('again'), '--data', place('copy')]);
    expect(again.now).toBe(before);
    const store = SqliteDatabase.openForReading(join(place('again'), 'payments.sqlite'));
    const findings = await verifyStore(store);
    expect(findings.filter(({ breach }) => breach !== null)).toEqual([]);
    const endpoints = await store.read((unit) =>
      unit.select((db) => db.selectFrom('platforms').select('webhook_endpoint')),
    );
    expect(endpoints).toEqual([{ webhook_endpoint: null }]);
    await store.close();
  });

  it('leaves no folder that a server would start on when it does not end', async () => {
    await start('one');
    const refused = ['rewind', '--to', '2098-01-01', '--copy-to', place('copy'), '--data', place('one')];
    expect((await clock(refused)).code).toBe(2);
    await expect(start('copy')).rejects.toThrow(/rewind into .*copy has not ended.* delete the folder, and repeat it/);
  });

  it('copies the folder when DATABASE_URL is empty, and prints the quoted path of the copy', async () => {
    await start('one');
    const rewind = ['rewind', '1h', '--copy-to', place('the copy'), '--data', place('one')];
    const { code, output } = await clock(rewind, { DATABASE_URL: '' });
    expect([code, output.split('\n').at(-1)]).toEqual([0, `Open it with: npm start -- --data '${place('the copy')}'`]);
  });

  it.skipIf(postgresUnavailable() !== undefined)(
    'copies a PostgreSQL database, and refuses one in use and a copy that exists already',
    async () => {
      const url = await createTestDatabase();
      const environment = { DATABASE_URL: url, PAYMENTS_MASTER_KEY: 'cd'.repeat(32) };
      const server = await start('one', environment);
      const copyUrl = `${url}_copy`;
      const rewind = ['rewind', '1h', '--copy-to', copyUrl];
      expect((await clock(rewind, environment)).complaints).toContain('in use');
      await server.stop();
      const { now } = await json(rewind, environment);
      expect((await clock(rewind, environment)).complaints).toContain('already');
      const copy = await start('one', { ...environment, DATABASE_URL: copyUrl });
      expect(await json(['--base-url', copy.url, '--data', place('one')])).toEqual({ now, scale: 1, isFrozen: true });
    },
  );
});
