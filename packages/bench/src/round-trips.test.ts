import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Payer, payerQuote, preparePayers } from '../../proofs/src/sandbox/payers.ts';
import { PostgresDatabase } from '../../server/src/ground/database/postgres-database.ts';
import { expectStatus } from '../../server/test/caller.ts';
import { createTestDatabase, postgresUnavailable } from '../../server/test/postgres-cluster.ts';
import { startTestServer, type TestServer } from '../../server/test/test-server.ts';
import { tracePostgres } from './record-postgres.ts';
import type { Trace } from './record-sqlite.ts';

/** Each read as a path, from the ids of a payer and of one payment. */
const reads: readonly ((payer: Payer, quote: Ids) => string)[] = [
  () => '/config',
  () => '/customers?limit=5',
  ({ customerId }) => `/customers/${customerId}`,
  ({ customerId }) => `/customers/internal-accounts?customerId=${customerId}`,
  ({ accountId }) => `/internal-accounts/${accountId}`,
  ({ customerId }) => `/customers/external-accounts?customerId=${customerId}`,
  () => '/exchange-rates',
  () => '/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR',
  (_payer, { quoteId }) => `/quotes/${quoteId}`,
  () => '/transactions?limit=5&status=PENDING',
  (_payer, { transactionId }) => `/transactions/${transactionId}`,
  () => '/events?limit=5',
];

interface Ids {
  readonly quoteId: string;
  readonly transactionId: string;
}

describe.skipIf(postgresUnavailable() !== undefined)('a read', () => {
  let trace: Trace;
  let database: PostgresDatabase;
  let server: TestServer;
  let payer: Payer;
  let ids: Ids;

  beforeAll(async () => {
    trace = tracePostgres();
    database = await PostgresDatabase.open(await createTestDatabase());
    server = await startTestServer(database, { settings: { checksResponses: false } });
    [payer] = (await preparePayers(server, 1)) as [Payer];
    const quote = expectStatus(await server.request('POST', '/quotes', JSON.parse(payerQuote(payer, 10_000))), 201);
    ids = { quoteId: quote.id, transactionId: quote.transactionId };
  });
  afterAll(async () => {
    await server.close();
    await database.close();
    trace.stop();
  });

  it.each(reads.map((pathOf) => [pathOf({} as Payer, {} as Ids).replaceAll('undefined', 'ID'), pathOf] as const))(
    'waits for PostgreSQL once: GET %s',
    async (_path, pathOf) => {
      trace.take();
      const path = pathOf(payer, ids);
      expectStatus(await server.request('GET', path), 200);
      const statements = trace.take();
      expect(statements.length).toBeGreaterThan(0);
      expect(statements.filter(({ waitedForEarlier }) => waitedForEarlier)).toHaveLength(1);
    },
  );
});
