import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { raw } from '../../../test/query-plans.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { dayMs, epochMsOf, type Instant, minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { BoundStatement, Statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { lockedClock, setClock } from './clock-settings.ts';
import { dueTimers } from './due-timers.ts';
import { clearTimer, nextTimerAt, nextTimerOfTenantAt, setTimer, takeTimer } from './timers.ts';

const start = '2025-01-01T00:00:00.000Z';
let kinds = 0;

interface Bench {
  readonly server: TestServer;
  readonly kind: string;
  /** The completed work, with the time of its platform's clock. */
  readonly done: [string, Instant][];
  set(id: string, dueAt: Instant, kind?: string): Promise<void>;
  work(tenant?: number): Promise<number>;
}

/** A separate kind of timers, whose work clears them. */
async function benchOf(
  server: TestServer,
  workOn: (id: string) => Promise<void> = async () => undefined,
): Promise<Bench> {
  kinds += 1;
  const kind = `kind ${kinds}`;
  const done: [string, Instant][] = [];
  const { deps, tenant } = server;
  const due = dueTimers<string, TestServer['deps']>({
    kind,
    batchSize: 10,
    leaseMs: minuteMs,
    find: async (_unit, _tenant, id) => id,
    work: async ({ clocks, database }, id) => {
      await workOn(id);
      done.push([id, clocks.of(tenant).now()]);
      await database.transaction(async (unit) => clearTimer(unit, { tenant, kind, id }));
    },
  });
  return {
    server,
    kind,
    done,
    set: (id, dueAt, other = kind) =>
      deps.database.transaction(async (unit) => setTimer(unit, { tenant, kind: other, id }, dueAt)),
    work: (of) => due.work(deps, () => undefined, of),
  };
}

function nextOf({ server, kind }: Bench): Promise<Instant | undefined> {
  return server.deps.database.read((unit) => nextTimerAt(unit, kind));
}

/** The plan of the query that a function sends, line by line. */
async function planOf({ bare }: TestServer, ask: (unit: Unit) => Promise<unknown>): Promise<string> {
  let asked: BoundStatement | undefined;
  const noting = (unit: Unit): Unit =>
    new Proxy(unit, {
      get: (target, key) =>
        key === 'first'
          ? async (statement: Statement<object, unknown>, parameters: object) => {
              asked = statement.bind(unit.engine, parameters);
              return undefined;
            }
          : Reflect.get(target, key, target),
    });
  return bare.transaction(async (unit) => {
    await ask(noting(unit));
    if (asked === undefined) throw new Error('nothing was asked');
    const { text, values } = asked;
    if (unit.engine === 'sqlite') {
      const rows = await unit.all(raw(`EXPLAIN QUERY PLAN ${text}`, values), {});
      return rows.map((row) => String(row['detail'])).join('\n');
    }
    const literals = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
    await unit.run(raw('ANALYZE timers'), {});
    await unit.run(raw(`PREPARE explained AS ${text}`), {});
    await unit.run(raw('SET LOCAL plan_cache_mode = force_generic_plan'), {});
    const rows = await unit.all(raw(`EXPLAIN EXECUTE explained(${literals.join(', ')})`), {});
    await unit.run(raw('DEALLOCATE explained'), {});
    return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
  });
}

eachEngine('timers', (begin) => {
  it('of several kinds coexist on one subject and end independently', async () => {
    const server = await begin();
    const [expiry, refund] = [await benchOf(server), await benchOf(server)];
    await expiry.set('hold', plusMs(start, secondMs));
    await expiry.set('hold', plusMs(start, minuteMs), refund.kind);
    server.clock.moveTo(plusMs(start, secondMs));
    expect([await expiry.work(), await refund.work()]).toEqual([1, 0]);
    expect(await nextOf(expiry)).toBeUndefined();
    expect(await nextOf(refund)).toBe(plusMs(start, minuteMs));
    await refund.set('hold', plusMs(start, 2 * minuteMs));
    expect(await nextOf(refund)).toBe(plusMs(start, 2 * minuteMs));
  });

  it('are claimed by one worker, and by another once the lease has ended', async () => {
    const server = await begin();
    const { promise: hangs, resolve: goesOn } = Promise.withResolvers<void>();
    let begun = 0;
    const bench = await benchOf(server, async () => {
      begun += 1;
      if (begun === 1) await hangs;
    });
    await bench.set('subject', start);
    const first = bench.work();
    await expect.poll(() => begun).toBe(1);
    expect(await bench.work()).toBe(0);
    server.clock.moveTo(plusMs(start, minuteMs));
    expect(await bench.work()).toBe(1);
    goesOn();
    await first;
    expect(begun).toBe(2);
  });

  it('are cleared once, and only while no worker has claimed them', async () => {
    const server = await begin();
    const { promise: hangs, resolve: goesOn } = Promise.withResolvers<void>();
    const bench = await benchOf(server, () => hangs);
    const { tenant, deps } = server;
    const take = (id: string) => deps.database.transaction((unit) => takeTimer(unit, { tenant, kind: bench.kind, id }));
    await bench.set('claimed', start);
    await bench.set('later', plusMs(start, secondMs));
    const working = bench.work();
    await expect.poll(() => nextOf(bench)).toBe(plusMs(start, secondMs));
    expect([await take('claimed'), await take('later'), await take('later')]).toEqual([false, true, false]);
    goesOn();
    await working;
  });

  it('follow the clock of their platform: scaled, frozen, released, and set while it is frozen', async () => {
    const server = await begin();
    const bench = await benchOf(server);
    const { timekeeper } = server.deps;
    await bench.set('before', plusMs(start, dayMs));
    await timekeeper.change(server.tenant, { scale: 86_400 });
    expect(await nextOf(bench)).toBe(plusMs(start, secondMs));
    await timekeeper.change(server.tenant, { isFrozen: true });
    expect(await nextOf(bench)).toBeUndefined();
    await bench.set('frozen', plusMs(start, 2 * dayMs));
    await bench.set('due', start);
    server.clock.moveTo(plusMs(start, 10 * secondMs));
    expect(await bench.work()).toBe(1);
    expect(bench.done).toEqual([['due', start]]);
    expect(await nextOf(bench)).toBeUndefined();
    await timekeeper.change(server.tenant, { isFrozen: false });
    expect(await nextOf(bench)).toBe(plusMs(start, 11 * secondMs));
    server.clock.moveTo(plusMs(start, 12 * secondMs));
    expect(await bench.work()).toBe(2);
  });

  it('of a clock that is being advanced are claimed only by that advance', async () => {
    const server = await begin();
    const { promise: hangs, resolve: goesOn } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begins } = Promise.withResolvers<void>();
    const bench = await benchOf(server, async (id) => {
      if (id !== 'first') return;
      begins();
      await hangs;
    });
    const { tenant, deps } = server;
    await bench.set('first', start);
    await bench.set('second', plusMs(start, secondMs));
    const advance = { id: 'another process', expiresMs: epochMsOf(plusMs(start, minuteMs)) };
    const row = await deps.database.transaction(async (unit) => {
      const before = await lockedClock(unit, tenant, server.clock);
      return setClock(unit, before, server.clock, { now: start, scale: 1, isFrozen: false, advance });
    });
    deps.clocks.learn(tenant, row);
    expect(await nextOf(bench)).toBeUndefined();
    expect(await bench.work()).toBe(0);
    const advanced = bench.work(tenant);
    await begun;
    await bench.set('third', start);
    // If its process dies, another one may claim it after the end of the lease.
    expect(await nextOf(bench)).toBe(plusMs(start, minuteMs));
    goesOn();
    expect(await advanced).toBe(1);
    expect(await bench.work(tenant)).toBe(1);
    expect(bench.done.map(([id]) => id)).toEqual(['first', 'third']);
  });

  it('find the next due time through an index, without a scan or a sort, among 4,000 timers', async () => {
    const server = await begin();
    const bench = await benchOf(server);
    const { tenant, bare } = server;
    for (let done = 0; done < 4_000; done += 500) {
      await bare.transaction(async (unit) =>
        unit.insert(
          'timers',
          Array.from({ length: 500 }, (_, index) => {
            const due = epochMsOf(start) + done + index;
            const id = `subject ${done + index}`;
            return { tenant, kind: bench.kind, id, due_ms: due, due_real_ms: due, leased_until_ms: null };
          }),
        ),
      );
    }
    const plans = [
      await planOf(server, (unit) => nextTimerAt(unit, bench.kind)),
      await planOf(server, (unit) => nextTimerOfTenantAt(unit, { tenant, kind: bench.kind, nowMs: 0 })),
    ];
    for (const [index, plan] of plans.entries()) {
      expect(plan).toMatch(index === 0 ? /timers_real/ : /timers_shown/);
      expect(plan).not.toMatch(/Seq Scan|SCAN |Sort|TEMP B-TREE/);
    }
  });
});
