import { Buffer } from 'node:buffer';
import { inflateRawSync } from 'node:zlib';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { DueDeps, DueWork } from '../../engines/due-work/due-work.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { type Database, DatabaseUnavailable } from '../../ground/database/database.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { rawQuery, statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import { type JsonText, readJson, writeJson } from '../../ground/json/json-text.ts';
import { isOneOf } from './removed-requests.ts';
import { batchesOf, type WholeRequest } from './request-batch.ts';
import { insertBatch } from './requests-repository.ts';

interface Place {
  readonly tenant: number;
  readonly id: string;
}

type EarlierBatch = Place & { readonly position: number | bigint; readonly exchanges: string };

/** Each holds as many requests as were written at once. */
const batchesAtOnce = 4;

const findEarlier = statement<Place, EarlierBatch>('findEarlierBatches', (db, { tenant, id }) =>
  db
    .selectFrom('request_exchanges')
    .select(['position', 'tenant', 'id', 'exchanges'])
    .where(sql<boolean>`(tenant, id) > (${tenant}, ${id})`)
    .orderBy('tenant')
    .orderBy('id')
    .limit(batchesAtOnce),
);

const removeExchanges = table('request_exchanges').delete('id');

interface Ids {
  readonly tenant: number;
  readonly ids: JsonText<readonly string[]>;
}

type EarlierRow = Omit<Selectable<Schema['requests']>, 'tenant' | 'exchanges_id'>;

const findRows = statement<Ids, EarlierRow>('findEarlierRequests', (db, { tenant, ids }, engine) =>
  db
    .selectFrom('requests')
    .selectAll()
    .where('tenant', '=', tenant)
    .where(sql<boolean>`id ${isOneOf(engine, ids)}`),
);

const removeRows = statement<Ids>('removeEarlierRequests', (db, { tenant, ids }, engine) =>
  rawQuery(sql`delete from requests where tenant = ${tenant} and id ${isOneOf(engine, ids)}`, db),
);

const removeResources = statement<Ids & { readonly resourceIds: JsonText<readonly string[]> }>(
  'removeEarlierResources',
  (db, { tenant, ids, resourceIds }, engine) =>
    rawQuery(
      sql`delete from request_resources where tenant = ${tenant} and resource_id ${isOneOf(engine, resourceIds)} and request_id ${isOneOf(engine, ids)}`,
      db,
    ),
);

const linesOfOne = 6;

/** The lines of each request by its id. The first releases did not pack them. */
function exchangesIn(text: string): Map<string, string> {
  const [, packed = '', ...rest] = text.split('\n');
  const lines = (rest.length === 0 ? inflateRawSync(Buffer.from(packed, 'base64')).toString() : text).split('\n');
  const exchanges = new Map<string, string>();
  for (let at = 0; at < lines.length; at += linesOfOne)
    exchanges.set(lines[at] ?? '', lines.slice(at + 1, at + linesOfOne).join('\n'));
  return exchanges;
}

function wholeOf(row: EarlierRow, exchange: string): WholeRequest {
  return {
    request: {
      id: row.id as WholeRequest['request']['id'],
      createdAt: row.created_at,
      method: row.method as WholeRequest['request']['method'],
      operationId: row.operation_id,
      path: row.path,
      status: row.status,
      code: row.code,
      durationMs: row.duration_ms,
      tokenId: row.token_id,
      agentId: row.agent_id,
      isReplay: row.is_replay === 1,
      traceId: row.trace_id,
      resourceIds: readJson(row.resource_ids),
      keyDigest: row.idempotency_key_digest,
    },
    exchange: Buffer.from(`${exchange}\n`),
  };
}

async function moveBatch(database: Database, { tenant, id, position, exchanges }: EarlierBatch): Promise<void> {
  const said = exchangesIn(exchanges);
  const ids = writeJson<readonly string[]>([...said.keys()]);
  const rows = await database.read((unit) => unit.all(findRows, { tenant, ids }));
  const batches = await batchesOf(
    database.engine,
    tenant,
    rows.map((row) => wholeOf(row, said.get(row.id) ?? '')),
  );
  const resourceIds = writeJson<readonly string[]>([...new Set(rows.flatMap((row) => readJson(row.resource_ids)))]);
  await database.transaction(async (unit) => {
    // Another process may be moving it, and the platform may be deleted.
    if ((await unit.run(removeExchanges, { tenant, id })) === 0) return;
    unit.write(removeRows, { tenant, ids });
    unit.write(removeResources, { tenant, ids, resourceIds });
    // One batch keeps its position, so that streams do not send its requests again.
    for (const [at, { batch, marks }] of batches.entries())
      insertBatch(unit, { batch: at === 0 ? { ...batch, position: Number(position) } : batch, marks });
  });
}

/** Processes of an earlier release may run beside this one and still write. */
const pollAgainAfterMs = 10 * minuteMs;
const start: Place = { tenant: 0, id: '' };

interface Progress {
  readonly after: Place;
  readonly nextAtMs: number;
}

const progress = new WeakMap<Database, Progress>();

/** Moves requests that earlier releases wrote into other tables, a few batches at a time. */
export const dueEarlierRequests: DueWork<DueDeps> = {
  name: 'earlier_requests',
  nextDueAt: async (_unit, { database, clock }) =>
    (progress.get(database)?.nextAtMs ?? 0) <= performance.now() ? clock.now() : undefined,
  work: async ({ database }, report) => {
    const { after } = progress.get(database) ?? { after: start };
    progress.set(database, { after: start, nextAtMs: performance.now() + pollAgainAfterMs });
    const batches = await database.read((unit) => unit.all(findEarlier, after));
    for (const batch of batches) {
      try {
        await moveBatch(database, batch);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
        // The batch stays where it is and does not block others.
        report(error);
      }
    }
    const last = batches.at(-1);
    if (last !== undefined) progress.set(database, { after: last, nextAtMs: 0 });
    return batches.length;
  },
};
