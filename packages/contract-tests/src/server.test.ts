import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyStore } from '../../server/src/verify/verify-store.ts';
import { eachEngine } from '../../server/test/each-engine.ts';
import { answersDuringImport } from '../../server/test/unfinished-import.ts';
import { everyCase } from './cases/every-case.ts';
import {
  coverageOf,
  merged,
  missingFrom,
  missingOnPostgres,
  readCoverage,
  summary,
  withSqliteOnly,
  writeCoverage,
} from './coverage/coverage-table.ts';
import { createObservations } from './coverage/observations.ts';
import { allRequestExamples } from './examples/documented-examples.ts';
import { createRecorded, unseenExamples } from './examples/recorded-answers.ts';
import { serverTarget } from './targets/server-target.ts';
import { type InboxHost, startInboxHost } from './webhooks/webhook-inbox.ts';

eachEngine('the server', (start, engine) => {
  // The examples are compared with what one engine has shown.
  const recorded = engine === 'sqlite' ? createRecorded() : undefined;
  const observations = createObservations(recorded);
  let host: InboxHost | undefined;
  beforeAll(async () => {
    host = await startInboxHost();
  });
  afterAll(() => host?.close());
  const inboxHost = (): InboxHost => {
    if (host === undefined) throw new Error('the inboxes open before the scenarios');
    return host;
  };

  everyCase(serverTarget({ engine, start, inboxHost, observations }));

  describe('after every scenario', () => {
    test('every entry of the recorded coverage table is observed again', () => {
      const seen = coverageOf(observations);
      const recorded = readCoverage();
      const isSqlite = engine === 'sqlite';
      if (process.env['COVERAGE'] === 'update')
        writeCoverage(isSqlite ? merged(recorded, seen) : withSqliteOnly(seen, recorded));
      process.stdout.write(`${summary(seen, recorded)}\n`);
      expect(isSqlite ? missingFrom(seen, recorded) : missingOnPostgres(seen, readCoverage())).toEqual([]);
    });

    if (recorded !== undefined) {
      test('every example of a request was sent', () => {
        expect(allRequestExamples().filter((name) => !observations.sentExamples.has(name))).toEqual([]);
      });

      test('every example of a success or of an event shows what the server sends', async () => {
        for (const { status, body } of await answersDuringImport(await start()))
          recorded.answer('getBulkCustomerImportJob', status, body);
        expect(unseenExamples(recorded)).toEqual([]);
      });
    }

    test('the store keeps every invariant', async () => {
      const { deps } = await start();
      const findings = await verifyStore(deps.database);
      expect(findings.filter(({ breach }) => breach !== null)).toEqual([]);
    });
  });
});
