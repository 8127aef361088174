import { Buffer } from 'node:buffer';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, postgresUnavailable } from '../../../server/test/postgres-cluster.ts';
import { openReceiver } from '../../../server/test/receiver.ts';
import { runServer } from '../../../server/test/server-process.ts';
import { allowed, isAllowed } from './allowed.ts';
import { createMarkingCaller } from './caller.ts';
import { Marks, type Place, type Sighting, search } from './marks.ts';
import { openBank, payByUma } from './pay-by-uma.ts';
import { filesIn, postgresColumns, sqliteColumns, unusedVaults } from './places.ts';
import { readLog } from './read-log.ts';
import { playScenario } from './scenario.ts';

/** Files whose purpose is to contain a secret; only their owner may read them. */
const keepers = ['credentials.json', 'master.key'];

interface Dump {
  readonly marks: Marks;
  readonly columns: readonly Place[];
  readonly refusals: readonly Place[];
  readonly places: readonly Place[];
}

/** What an operator sees of a server: its log in one of the formats, its metrics, its traces. */
async function openSights(): Promise<{ readonly url: string; readonly traces: Buffer[]; close(): Promise<void> }> {
  const traces: Buffer[] = [];
  const collector = await openReceiver(({ bytes }) => {
    traces.push(bytes);
    return { status: 200, body: '{}' };
  });
  return { url: collector.origin, traces, close: () => collector.close() };
}

/** Runs the scenario against a separate process and collects everything that it leaves behind. */
async function dumpOf(folder: string, log: 'text' | 'json', databaseUrl?: string): Promise<Dump> {
  const marks = new Marks();
  const bank = await openBank();
  const sights = await openSights();
  const server = runServer(
    ['--port', '0', '--data', folder, '--json', '--log', log, '--uma-peer', `${bank.domain}=${bank.url}`],
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: sights.url,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
  );
  try {
    const ready = await server.ready();
    const caller = createMarkingCaller(ready, marks);
    const { umaAddress } = await playScenario({ caller, marks });
    await payByUma({ caller, marks }, umaAddress, ready.baseUrl);
    const requests = await readLog(ready);
    // While it runs, the newest rows are in the WAL beside the database.
    const whileRunning = filesIn(folder, keepers);
    const file = join(folder, 'payments.sqlite');
    const columns = databaseUrl === undefined ? sqliteColumns(file) : await postgresColumns(databaseUrl);
    const metrics = Buffer.from(await (await fetch(new URL('/metrics', ready.baseUrl))).text());
    await server.stop();
    marks.add('master key', readFileSync(join(folder, 'master.key'), 'utf8').trim());
    // The ready line for the parent script is the only place that may contain the secret.
    const output = server.stdout().replace(JSON.stringify(ready), '');
    const outputs = [output, server.stderr()].map((text) => ({ name: 'the output', bytes: Buffer.from(text) }));
    const watched = [
      { name: 'the metrics', bytes: metrics },
      { name: 'the traces', bytes: Buffer.concat(sights.traces) },
    ];
    const { refusals } = caller;
    const told = [...outputs, ...watched, requests, ...refusals];
    const places = [...whileRunning, ...filesIn(folder, keepers), ...columns, ...told];
    return { marks, columns, refusals, places };
  } finally {
    await server.stop('SIGKILL');
    await bank.close();
    await sights.close();
  }
}

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'payments-secrets-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const engines = [
  { engine: 'SQLite', log: 'json', missing: undefined, open: async () => undefined },
  { engine: 'PostgreSQL', log: 'text', missing: postgresUnavailable(), open: createTestDatabase },
] as const;

for (const { engine, log, missing, open } of engines) {
  describe.skipIf(missing !== undefined)(`the data left by a server on ${engine}`, () => {
    let dump: Dump;
    let sightings: Sighting[];
    beforeAll(async () => {
      dump = await dumpOf(newFolder(), log, await open());
      sightings = search(dump.marks.all, dump.places);
    });

    it('contains no readable secret or personal data in store, files, output and refusals', () => {
      expect(dump.marks.all.length).toBeGreaterThan(150);
      expect(sightings.filter((sighting) => !isAllowed(sighting))).toEqual([]);
    });

    it('contains every value that is listed as an exception', () => {
      const seen = new Set(sightings.map(({ mark, place }) => `${mark} in ${place}`));
      const exceptions = allowed.flatMap(({ mark, columns }) => columns.map((column) => `${mark} in ${column}`));
      expect(exceptions.filter((exception) => !seen.has(exception))).toEqual([]);
    });

    it('fills every sealed column, a stored file and at least 8 refusals', () => {
      expect(unusedVaults(dump.columns)).toEqual([]);
      expect(dump.refusals.length).toBeGreaterThanOrEqual(8);
      expect(dump.places.filter(({ name }) => name === 'a stored file').length).toBeGreaterThan(0);
    });

    it('includes the output, the request log, the metrics and the traces', () => {
      const textOf = (name: string): string =>
        Buffer.concat(dump.places.filter((place) => place.name === name).map(({ bytes }) => bytes)).toString();
      expect(textOf('the output').match(/ApiRequest:/g)?.length).toBeGreaterThan(100);
      expect(textOf('the log of requests').match(/"requestBody":"/g)?.length).toBeGreaterThan(50);
      expect(textOf('the metrics')).toContain('payments_http_requests_total{operation="createCustomer"');
      for (const name of ['createCustomer', 'database transaction', 'due work', 'webhook TEST'])
        expect(textOf('the traces')).toContain(`"name":"${name}`);
    });

    it('reveals a planted value in any place, as text, JSON, URL, hex or base64', () => {
      const mark = { name: 'planted', value: 'a "planted" mark of 1961/07?' };
      const writings = [
        mark.value,
        JSON.stringify({ mark: mark.value }),
        `/customers?name=${encodeURIComponent(mark.value)}`,
        Buffer.from(mark.value).toString('hex'),
        ...['', 'x', 'xy'].map((before) => Buffer.from(`${before}${mark.value}${before}`).toString('base64')),
        ...['', 'x', 'xy'].map((before) => Buffer.from(`${before}${mark.value}${before}`).toString('base64url')),
      ];
      const names = dump.places.map(({ name }) => name);
      for (const writing of writings) {
        const planted = dump.places.map(({ name, bytes }) => ({
          name,
          bytes: Buffer.concat([bytes, Buffer.from(writing)]),
        }));
        expect(new Set(search([mark], planted).map(({ place }) => place))).toEqual(new Set(names));
      }
      expect(search([mark], dump.places)).toEqual([]);
    });
  });
}

it('an unsealed personal value is found in its column and in the database file', () => {
  const folder = newFolder();
  const file = join(folder, 'payments.sqlite');
  const database = new DatabaseSync(file);
  database.exec(
    `CREATE TABLE customers (id INTEGER, email TEXT); INSERT INTO customers VALUES (1, 'payer.marked@mailbox.example')`,
  );
  database.close();
  const marks = new Marks();
  marks.add('email', 'payer.marked@mailbox.example');
  const found = search(marks.all, [...sqliteColumns(file), ...filesIn(folder, keepers)]);
  expect(found.map(({ place }) => place)).toEqual(['customers.email', 'the file payments.sqlite']);
  expect(found.filter(isAllowed)).toEqual([]);
});
