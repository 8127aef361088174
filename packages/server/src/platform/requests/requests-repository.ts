import { errorTable } from '@payments-platform/types';
import { type RawBuilder, sql } from 'kysely';
import { type Instant, plusMs } from '../../ground/clock/instant.ts';
import { type Engine, rawQuery, statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { firstIdAt } from '../../ground/ids/first-id-at.ts';
import { type JsonText, writeJson } from '../../ground/json/json-text.ts';
import { ownTurn } from '../../ground/turns/own-turn.ts';
import type { Page } from '../../operation/pagination.ts';
import {
  firstBatchBeyond,
  type KeptExchange,
  type MarkedBatch,
  momentOf,
  readExchange,
  readRequests,
} from './request-batch.ts';
import { inSlot, type KeptRequest, type KeySlot, keySlotOf, markOf, marksOfResource } from './request-marks.ts';

interface BatchMarks {
  readonly tenant: number;
  readonly batchId: string;
  readonly marks: JsonText<readonly string[]>;
}

/** In one JSON text: as separate rows each value would be bound, and most of them are the same. */
const insertMarks = statement<BatchMarks>('insertMarksOfRequests', (db, { tenant, batchId, marks }, engine) => {
  const listed =
    engine === 'sqlite'
      ? sql`json_each(${marks})`
      : sql`jsonb_array_elements_text(cast(${marks} as jsonb)) as listed(value)`;
  return rawQuery(
    sql<never>`insert into request_marks (tenant, mark, batch_id)
      select cast(${tenant} as integer), value, cast(${batchId} as text) from ${listed}`,
    db,
  );
});

/** Writes a batch with its marks. */
export function insertBatch(unit: Unit, { batch, marks }: MarkedBatch): void {
  unit.insert('request_batches', [batch]);
  unit.write(insertMarks, { tenant: batch.tenant, batchId: batch.id, marks: writeJson<readonly string[]>(marks) });
}

interface RequestKey {
  readonly tenant: number;
  readonly id: string;
  readonly beyond: string;
}

interface WholeBatch {
  readonly requests: string;
  readonly exchanges: string;
}

/** The batches that may contain a request: usually one for each writing process. */
const findBatches = statement<RequestKey, WholeBatch>('findBatchesOfRequest', (db, { tenant, id, beyond }) =>
  db
    .selectFrom('request_batches')
    .select(['requests', 'exchanges'])
    .where('tenant', '=', tenant)
    .where('id', '>=', id)
    .where('id', '<', beyond)
    .where('first_id', '<=', id)
    .orderBy('id'),
);

export async function findRequest(
  unit: Unit,
  tenant: number,
  id: string,
): Promise<{ readonly request: KeptRequest; readonly exchange: KeptExchange } | undefined> {
  const batches = await unit.all(findBatches, { tenant, id, beyond: firstBatchBeyond(momentOf(id)) });
  for (const { requests, exchanges } of batches) {
    const all = readRequests(requests);
    const at = all.findIndex((request) => request.id === id);
    const request = all[at];
    if (request !== undefined) return { request, exchange: readExchange(exchanges, at) };
  }
  return undefined;
}

export interface RequestFilter {
  readonly method?: string | undefined;
  readonly operationId?: string | undefined;
  /** A status, or a class of them such as `4xx`. */
  readonly status?: string | undefined;
  readonly code?: string | undefined;
  readonly tokenId?: string | undefined;
  readonly keyDigests?: readonly string[] | undefined;
  readonly resourceId?: string | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
}

/** Every status that an operation returns. */
const statuses = [...new Set([200, 201, 202, 204, ...Object.values(errorTable).map(({ status }) => status)])].sort();

function statusesOf(status: string): readonly number[] {
  return status.endsWith('xx') ? statuses.filter((one) => String(one)[0] === status[0]) : [Number(status)];
}

/** A condition that a request meets with one of several marks. */
interface Condition {
  readonly marks: readonly string[];
  /** The slot of large batches on SQLite, besides the marks of small ones. */
  readonly slot?: KeySlot | undefined;
  readonly holds: (request: KeptRequest) => boolean;
}

function conditionsOf(filter: RequestFilter, engine: Engine): Condition[] {
  const { method, operationId, status, code, tokenId, keyDigests, resourceId } = filter;
  const wanted = status === undefined ? [] : statusesOf(status);
  const conditions: (Condition | false)[] = [
    keyDigests !== undefined && {
      marks: keyDigests.map(markOf.key),
      slot: engine === 'sqlite' ? keySlotOf(keyDigests[0] ?? '') : undefined,
      holds: ({ keyDigest }) => keyDigest !== null && keyDigests.includes(keyDigest),
    },
    resourceId !== undefined && {
      marks: marksOfResource(resourceId),
      holds: ({ resourceIds }) => resourceIds.includes(resourceId),
    },
    code !== undefined && { marks: [markOf.code(code)], holds: (request) => request.code === code },
    tokenId !== undefined && { marks: [markOf.token(tokenId)], holds: (request) => request.tokenId === tokenId },
    operationId !== undefined && {
      marks: [markOf.operation(operationId)],
      holds: (request) => request.operationId === operationId,
    },
    status !== undefined && {
      marks: wanted.map(markOf.status),
      holds: (request) => wanted.includes(request.status),
    },
    method !== undefined && { marks: [markOf.method(method)], holds: (request) => request.method === method },
  ];
  return conditions.filter((condition) => condition !== false);
}

interface BatchReference {
  readonly id: string;
  readonly request_count: number;
}

/** The range of batches for a list, the newest first. */
interface Stretch {
  readonly tenant: number;
  /** Every batch is older than this one. */
  readonly before: string | undefined;
  /** The first requested id. */
  readonly from: string | undefined;
  /** Each batch has a request that is older than this one. */
  readonly olderThan: string | undefined;
}

/** Batches that are looked up at once. */
const referencesAtOnce = 64;
/** Requests that are unpacked at once; at least one batch. */
const requestsAtOnce = 512;

/** The ids within the times of the filter that come after the last one of the page before. */
function rangeOf({ createdAfter, createdBefore }: RequestFilter, last: string | undefined) {
  const from = createdAfter && firstIdAt('ApiRequest', createdAfter);
  const end = createdBefore && firstIdAt('ApiRequest', plusMs(createdBefore, 1));
  return {
    from,
    contains: (id: string): boolean =>
      (from === undefined || id >= from) && (end === undefined || id < end) && (last === undefined || id < last),
  };
}

/** The requests of a page, the newest first, and one more if there is a next page. */
export async function listRequests(
  unit: Unit,
  tenant: number,
  { limit, after }: Page,
  filter: RequestFilter,
): Promise<KeptRequest[]> {
  const { createdBefore } = filter;
  const { from, contains } = rangeOf(filter, after?.id);
  const conditions = conditionsOf(filter, unit.engine);
  const isWanted = (request: KeptRequest): boolean =>
    contains(request.id) && conditions.every(({ holds }) => holds(request));
  const inOrder = await rarestFirst(unit, tenant, conditions);
  const moments = [after?.createdAt, createdBefore].filter((moment) => moment !== undefined);
  let before = moments.map(firstBatchBeyond).sort()[0];
  let found: KeptRequest[] = [];
  for (;;) {
    const references = await referencesTo(unit, { tenant, before, from, olderThan: after?.id }, inOrder);
    for (const some of partsOf(references)) {
      // A batch has the id of its newest request: all following requests are older than those already found.
      if (found.length > limit && (some[0]?.id ?? '') < (found[limit]?.id ?? '')) return found;
      // The filters may match no request in many batches, so other work gets its turn.
      await ownTurn(tenant);
      const requests = (await readBatches(unit, tenant, some)).filter(isWanted);
      found = [...found, ...requests].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit + 1);
    }
    if (references.length < referencesAtOnce) return found;
    before = references.at(-1)?.id;
  }
}

function* partsOf(references: readonly BatchReference[]): Generator<readonly BatchReference[]> {
  for (let at = 0; at < references.length; ) {
    const begin = at;
    for (let count = 0; at < references.length; at += 1) {
      count += references[at]?.request_count ?? 0;
      if (at > begin && count > requestsAtOnce) break;
    }
    yield references.slice(begin, at);
  }
}

async function readBatches(unit: Unit, tenant: number, references: readonly BatchReference[]): Promise<KeptRequest[]> {
  const ids = references.map(({ id }) => id);
  const rows = await unit.select((db) =>
    db.selectFrom('request_batches').select('requests').where('tenant', '=', tenant).where('id', 'in', ids),
  );
  return rows.flatMap(({ requests }) => readRequests(requests));
}

/**
 * The limit of counting. Conditions that all reach it keep the order of `conditionsOf`, which begins with the
 * rarest.
 */
const mostCounted = 100;

/** One of several conditions leads to the batches; which one is rare depends on the platform. A key is always rare. */
async function rarestFirst(
  unit: Unit,
  tenant: number,
  conditions: readonly Condition[],
): Promise<readonly Condition[]> {
  if (conditions.length < 2 || conditions[0]?.slot !== undefined) return conditions;
  const counted = await Promise.all(
    conditions.map(async (condition) => {
      const rows = await unit.select((db) =>
        rawQuery(
          sql<{ readonly count: number | bigint }>`select count(*) as count from (
            select 1 from request_marks where tenant = ${tenant} and mark in (${sql.join(condition.marks)}) limit ${sql.lit(mostCounted)}) as counted`,
          db,
        ),
      );
      return { condition, count: Number(rows[0]?.count ?? 0) };
    }),
  );
  return counted.sort((one, other) => one.count - other.count).map(({ condition }) => condition);
}

/** Batches that match the first condition and contain a mark of every other condition. */
async function referencesTo(
  unit: Unit,
  stretch: Stretch,
  [leading, ...others]: readonly Condition[],
): Promise<BatchReference[]> {
  const ways = leading === undefined ? [undefined] : [...leading.marks, ...(leading.slot ? [leading.slot] : [])];
  const lists = await Promise.all(ways.map((way) => referencesBy(unit, stretch, way, others)));
  const all = new Map(lists.flat().map((reference) => [reference.id, reference]));
  return [...all.values()].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, referencesAtOnce);
}

/** The batches with a mark, those of a slot, or all, along an index in their order. */
function referencesBy(
  unit: Unit,
  { tenant, before, from, olderThan }: Stretch,
  way: string | KeySlot | undefined,
  others: readonly Condition[],
): Promise<BatchReference[]> {
  const id = sql.ref(way === undefined ? 'request_batches.id' : 'request_marks.batch_id');
  const conditions = [
    way !== undefined && sql`request_marks.tenant = ${tenant}`,
    typeof way === 'string' && sql`request_marks.mark = ${way}`,
    typeof way === 'object' && isInSlot(way, before),
    sql`request_batches.tenant = ${tenant}`,
    before !== undefined && sql`${id} < ${before}`,
    from !== undefined && sql`${id} >= ${from}`,
    olderThan !== undefined && sql`request_batches.first_id < ${olderThan}`,
    // As a subquery for each batch: PostgreSQL would join an `exists` to all batches that have the mark.
    ...others.map(
      ({ marks }) =>
        sql`(select 1 from request_marks as others where others.tenant = ${tenant} and others.mark in (${sql.join(marks)}) and others.batch_id = request_marks.batch_id limit 1) is not null`,
    ),
  ].filter((condition) => condition !== false);
  // SQLite processes the tables of a cross join in the written order.
  const tables = way === undefined ? sql`request_batches` : sql`request_marks cross join request_batches`;
  const joined = way === undefined ? sql`` : sql`and request_batches.id = request_marks.batch_id`;
  const order = typeof way === 'object' ? sql.ref('request_marks.mark') : id;
  return unit.select((db) =>
    rawQuery(
      sql<BatchReference>`select request_batches.id, request_batches.request_count from ${tables}
        where ${sql.join(conditions, sql` and `)} ${joined} order by ${order} desc limit ${sql.lit(referencesAtOnce)}`,
      db,
    ),
  );
}

/** The marks of a slot are in the order of their batches. */
function isInSlot(slot: KeySlot, before: string | undefined): RawBuilder<unknown> {
  const end = before === undefined ? slot.end : inSlot(slot, before);
  return sql`request_marks.mark > ${slot.prefix} and request_marks.mark < ${end} and instr(request_marks.mark, ${slot.part}) > 0`;
}
