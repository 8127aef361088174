import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { raw } from '../../../test/query-plans.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { openWebhookPort, refused } from '../../../test/webhook-port.ts';
import type { Database } from '../../ground/database/database.ts';
import type { BoundStatement, Row, Statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { appendEvents, type NewEvent } from './append-event.ts';

/** The values bound to the statements of a database, by name. */
type Bound = Map<string, BoundStatement>;

/** Records which statements run, with their last bound values. */
function noting(database: Database, bound: Bound): Database {
  const note = (unit: Unit): Unit =>
    new Proxy(unit, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key, target);
        if (typeof member !== 'function') return member;
        return (first: unknown, second: unknown) => {
          if (isStatement(first)) bound.set(first.name, first.bind(unit.engine, second as object));
          return member.call(target, first, second);
        };
      },
    });
  return {
    engine: database.engine,
    transaction: (work) => database.transaction((unit) => work(note(unit))),
    read: (work) => database.read((unit) => work(note(unit))),
    snapshot: (work) => database.snapshot((unit) => work(note(unit))),
    close: () => database.close(),
  };
}

function isStatement(given: unknown): given is Statement<object, unknown> {
  return typeof given === 'object' && given !== null && 'bind' in given && 'name' in given;
}

async function emit({ bare, deps, tenant }: TestServer, count: number): Promise<void> {
  for (let done = 0; done < count; done += 500) {
    await bare.transaction(async (unit) => {
      const events = Array.from({ length: 500 }, (): NewEvent => {
        const id = deps.ids.next('Transaction');
        return { type: 'CARD.STATE_CHANGE', resourceId: id, sequence: 1, data: { id } };
      });
      appendEvents({ unit, tenant, ids: deps.ids, now: deps.clock.now() }, events);
    });
  }
}

class Undone extends Error {}

/** The plan of a prepared statement, line by line. */
async function planOf({ bare }: TestServer, given: BoundStatement | undefined): Promise<string> {
  if (given === undefined) throw new Error('the relay has not asked that');
  const { text, values } = given;
  let rows: Row[] = [];
  const explain = async (unit: Unit): Promise<void> => {
    if (unit.engine === 'sqlite') {
      rows = await unit.all(raw(`EXPLAIN QUERY PLAN ${text}`, values), {});
      return;
    }
    const literals = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
    const bound = literals.length === 0 ? '' : `(${literals.join(', ')})`;
    await unit.run(raw(`PREPARE explained AS ${text}`), {});
    await unit.run(raw('SET LOCAL plan_cache_mode = force_generic_plan'), {});
    rows = await unit.all(raw(`EXPLAIN (ANALYZE) EXECUTE explained${bound}`), {});
    await unit.run(raw('DEALLOCATE explained'), {});
    throw new Undone();
  };
  await bare.transaction(explain).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
}

/** The statements that the relay repeats, which must not depend on the length of the history. */
const asked = [
  'listDeliveryQueues',
  'findFirstUrgentDeliveries',
  'claimUrgentDeliveries',
  'claimDueDeliveries',
  'findEndOfScan',
  'skipDeliveriesWithoutEndpoint',
  'findPayloads',
  'recordDeliveries',
  'releaseDelivery',
];

/** More than the number due at the end, and far fewer than were due once. */
const fewRows = 600;

/** The steps of a plan that scan the history. */
const wasteful = {
  sqlite: (plan: string): string[] =>
    (plan.match(/^(SEARCH|SCAN) (deliveries|first|d|events)\b.*$/gm) ?? []).filter(
      (line) => !/INDEX deliveries_(queue|first|urgent)|\(tenant=\? AND (event_id|id)=\?\)/.test(line),
    ),
  postgres: (plan: string): string[] => [
    ...(plan.match(/Seq Scan on (deliveries|events).*$/gm) ?? []),
    // The primary key covers the whole history: it may only find single deliveries.
    ...(plan.match(/deliveries_pkey on deliveries.*\n(?!.*Index Cond: .*event_id).*$/gm) ?? []),
    ...(plan.match(/Rows Removed by Filter: \d+/g) ?? []).filter((line) => Number(line.split(': ')[1]) > fewRows),
  ],
};

async function wastefulSteps(server: TestServer, bound: Bound, names = asked): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const plan = await planOf(server, bound.get(name));
    found.push(...wasteful[server.bare.engine](plan).map((step) => `${name}: ${step}`));
  }
  return found;
}

async function analyze(database: Database): Promise<void> {
  await database.transaction((unit) => unit.run(raw('ANALYZE'), {}));
}

eachEngine('the claims of the relay', (start) => {
  it('find due deliveries through an index, without scanning the history', async () => {
    const port = openWebhookPort();
    const bound: Bound = new Map();
    const { bare } = await start();
    const server = await start({ deps: { send: port, database: noting(bare, bound) } });
    await server.request('PATCH', '/config', { webhookEndpoint: 'https://receiver.example.com/hook' });
    await emit(server, 500);
    await server.request('PATCH', '/config', { webhookEndpoint: null });
    await server.app.settle();
    port.reply = () => refused;
    await server.request('PATCH', '/config', { webhookEndpoint: 'https://receiver.example.com/hook' });
    await server.app.settle();
    await emit(server, 12_000);
    await server.app.settle();
    await analyze(bare);
    expect(await wastefulSteps(server, bound, ['listDeliveryQueues'])).toEqual([]);
    await bare.transaction((unit) => unit.run(raw("UPDATE deliveries SET status = 'DELIVERED', due_at = NULL"), {}));
    await emit(server, 500);
    // The planner's statistics are from the time when all deliveries were due.
    expect(await wastefulSteps(server, bound)).toEqual([]);
    await analyze(bare);
    expect(await wastefulSteps(server, bound)).toEqual([]);
  });
});
