import { randomUUID } from 'node:crypto';
import { preparePayers } from '../../proofs/src/sandbox/payers.ts';
import { PostgresDatabase } from '../../server/src/ground/database/postgres-database.ts';
import { SqliteDatabase } from '../../server/src/ground/database/sqlite-database.ts';
import { type Answer, createPooledCaller } from '../../server/test/caller.ts';
import { startTestServer } from '../../server/test/test-server.ts';
import { tracePostgres } from './record-postgres.ts';
import { type Trace, traceSqlite } from './record-sqlite.ts';
import { mintedForm, type RecordedRequest, type Recording } from './recording.ts';

export type StoreLocation = { readonly file: string } | { readonly databaseUrl: string };

/**
 * Prepares payers in a store and records the statements of one payment of the first of them. The server's workers
 * are off, so that only the two requests are recorded; the store is closed at the end.
 */
export async function recordPayment(
  store: StoreLocation,
  clients: number,
  bodyOf: (payer: Recording['payers'][number]) => string,
): Promise<Recording> {
  const trace = 'file' in store ? traceSqlite() : tracePostgres();
  const database = 'file' in store ? SqliteDatabase.open(store.file) : await PostgresDatabase.open(store.databaseUrl);
  const settings = trace.take().filter(({ text }) => /pragma/i.test(text) && !/query_only/i.test(text));
  const server = await startTestServer(database, { settings: { checksResponses: false } });
  const caller = createPooledCaller({ baseUrl: server.baseUrl, ...server.credentials }, 1);
  try {
    const payers = await preparePayers(caller, clients);
    const [first] = payers;
    if (first === undefined) throw new Error('nobody pays');
    const before = trace.take();
    const pay = async (): Promise<Pick<Recording, 'create' | 'execute'>> => {
      const create = recorded(
        await caller.request('POST', '/quotes', bodyOf(first), { 'idempotency-key': randomUUID() }),
        trace,
      );
      const { id } = JSON.parse(create.body) as { id: string };
      return {
        create,
        execute: recorded(
          await caller.request('POST', `/quotes/${id}/execute`, '', { 'idempotency-key': randomUUID() }),
          trace,
        ),
      };
    };
    await pay(); // what is asked for only once is not part of a payment
    const payment = await pay();
    return {
      ...payment,
      known: [
        ...new Set(
          JSON.stringify(
            before.map(({ values }) => values),
            asText,
          ).match(mintedForm) ?? [],
        ),
      ],
      payers,
      settings: settings.map(({ text }) => text),
    };
  } finally {
    await caller.close();
    await server.close();
    await database.close();
    trace.stop();
  }
}

function recorded({ status, text }: Answer, trace: Trace): RecordedRequest {
  const traced = trace.take();
  const unit = traced.filter(({ isInUnit }) => isInUnit);
  if (status >= 300 || unit.length < 3)
    throw new Error(`a recording of ${unit.length} statements answered with ${status} is no payment: ${text}`);
  return { reads: traced.filter(({ isInUnit }) => !isInUnit), unit, status, body: text };
}

function asText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
