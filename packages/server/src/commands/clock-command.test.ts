import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, postgresUnavailable } from '../../test/postgres-cluster.ts';
import { type Outcome, runProgram } from '../../test/server-process.ts';
import { startedServers } from '../../test/started-servers.ts';
import { SqliteDatabase } from '../ground/database/sqlite-database.ts';
import { verifyStore } from '../verify/verify-store.ts';
import { answerClock } from './clock-command.ts';

const servers = startedServers();
const place = (name: string): string => join(servers.folder, name);

const start = async (data: string, environment: Record<string, string> = {}) => {
  const { baseUrl, stop } = await servers.start(data, environment);
  return { url: baseUrl, stop };
};

/** Does in this process what the command does in its own. */
async function clock(flags: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> {
  return answerClock(flags, environment).then(
    (output) => ({ code: 0, output, complaint: '' }),
    (error: Error) => ({ code: 1, output: '', complaint: error.message }),
  );
}

const clockProcess = (...flags: string[]): Promise<Outcome> =>
  runProgram(fileURLToPath(new URL('clock-command.ts', import.meta.url)), flags);

async function json(flags: readonly string[], environment?: Record<string, string>) {
  const { code, output, complaint } = await clock([...flags, '--json'], environment);
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
  expect(output.split('\n')).toHaveLength(2);
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

describe('the clock on the command line', () => {
  it('takes every command of the guide, and tells a person and a program what has become of it', async () => {
    const { url } = await start('one');
    const where = ['--url', url, '--data', place('one')];
    const commands = guideCommands();
    expect(commands.map(([name]) => name)).toEqual([undefined, 'freeze', 'run', 'scale', 'advance', 'advance']);
    const { code, output, complaint } = await clockProcess(...where, '--json');
    expect([code, complaint]).toEqual([0, '']);
    expect(JSON.parse(output)).toMatchObject({ scale: 1, isFrozen: false });
    const soon = new Date(Date.now() + 30 * 86_400_000).toISOString();
    for (const words of commands.slice(1)) {
      // The guide names a moment of its own time.
      const now = words.map((word) => (/^\d{4}-/.test(word) ? soon : word));
      expect(await clock([...now, ...where])).toMatchObject({ code: 0 });
    }
    expect((await json(where)).now >= soon).toBe(true);
    await clock(['freeze', ...where]);
    const person = await clock(['advance', '1d12h', ...where]);
    expect(person.output).toContain(`The clock has moved from ${soon.slice(0, 13)}`);
    const { from, now } = await json(['advance', '90s', ...where]);
    expect(Date.parse(now) - Date.parse(from)).toBe(90_000);
  });

  it('says in one line what it cannot do', async () => {
    const { url } = await start('one');
    const where = ['--url', url, '--data', place('one')];
    for (const [flags, words] of [
      [['leap', ...where], 'no command leap'],
      [['advance', ...where], 'how far'],
      [['advance', '2d', '--to', '2099-01-01', ...where], 'not both'],
      [['advance', '--to', '1999-01-01', ...where], 'The sandbox refuses'],
      [['scale', ...where], 'scale takes a whole number'],
      [['rewind', '1d', ...where], '--copy-to'],
      [['show', '--url', 'http://127.0.0.1:9/2025-10-13', '--data', place('one')], 'No sandbox answers'],
      [['show', '--url', url, '--data', place('none')], 'no credentials'],
      [['rewind', '1d', '--copy-to', place('copy'), '--data', place('none')], 'no database'],
      [['rewind', '--to', '2098-01-01', '--copy-to', place('copy'), '--data', place('one')], 'goes back, not on'],
      [['rewind', '1d', '--copy-to', place('one'), '--data', place('one')], 'not empty'],
    ] as const) {
      const { code, complaint } = await clock(flags);
      expect([code, complaint.trim().split('\n').length], complaint).toEqual([1, 1]);
      expect(complaint).toContain(words);
    }
    const refused = await clockProcess('leap', ...where);
    expect(refused).toMatchObject({
      code: 1,
      output: '',
      complaint: expect.stringMatching(/^clock: .*no command leap.*\n$/),
    });
  });

  it('goes back on a copy of a running sandbox, which tells nobody and stays sound', async () => {
    const { url } = await start('one');
    const where = ['--url', url, '--data', place('one')];
    await clock(['freeze', ...where]);
    const { now: before } = await json(where);
    await clock(['advance', '3d', ...where]);
    const rewound = await json(['rewind', '2d', '--copy-to', place('copy'), ...where]);
    expect(Date.parse(rewound.from) - Date.parse(rewound.now)).toBe(2 * 86_400_000);
    expect((await json(where)).now).toBe(rewound.from);
    const copy = await start('copy');
    const inCopy = ['--url', copy.url, '--data', place('copy')];
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

  it.skipIf(postgresUnavailable() !== undefined)('copies a PostgreSQL database that nobody uses', async () => {
    const url = await createTestDatabase();
    const environment = { DATABASE_URL: url, PAYMENTS_MASTER_KEY: 'cd'.repeat(32) };
    const server = await start('one', environment);
    const copyUrl = `${url}_copy`;
    const rewind = ['rewind', '1h', '--copy-to', copyUrl];
    expect((await clock(rewind, environment)).complaint).toContain('in use');
    await server.stop();
    const { now } = await json(rewind, environment);
    expect((await clock(rewind, environment)).complaint).toContain('already');
    const copy = await start('one', { ...environment, DATABASE_URL: copyUrl });
    expect(await json(['--url', copy.url, '--data', place('one')])).toEqual({ now, scale: 1, isFrozen: true });
  });
});
