import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../ground/clock/clock.ts';
import type { EndpointPace } from './endpoint-pace.ts';
import type { HeldDelivery } from './held-delivery.ts';
import { type AttemptEnd, SendingQueue } from './sending-queue.ts';

const start = '2025-01-01T00:00:00.000Z';
const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

interface Bench {
  readonly queue: SendingQueue;
  readonly clock: ReturnType<typeof createManualClock>;
  /** The running attempts, in the order of their start. */
  readonly underWay: HeldDelivery[];
  readonly released: HeldDelivery[];
  readonly changes: string[];
  /** How often it was notified of new room. */
  rooms(): number;
  /** Ends a running attempt. */
  end(held: HeldDelivery | undefined, outcome: AttemptEnd): Promise<void>;
  add(platform: number, deliveries: readonly HeldDelivery[], endpoint?: string): HeldDelivery[];
}

function bench(): Bench {
  const clock = createManualClock(start);
  const underWay: HeldDelivery[] = [];
  const released: HeldDelivery[] = [];
  const changes: string[] = [];
  let rooms = 0;
  const ends = new Map<HeldDelivery, (outcome: AttemptEnd) => void>();
  const queue = new SendingQueue({
    clockOf: () => clock,
    attempt: (held) => {
      underWay.push(held);
      return new Promise((resolve) => ends.set(held, resolve));
    },
    release: (all) => void released.push(...all),
    onIdle: () => undefined,
    onRoom: () => {
      rooms += 1;
    },
    onPaceChange: (tenant, _pace: EndpointPace, change) => void changes.push(`${tenant} ${change}`),
  });
  return {
    queue,
    clock,
    underWay,
    released,
    changes,
    rooms: () => rooms,
    end: async (held, outcome) => {
      if (held === undefined) throw new Error('nothing is under way');
      underWay.splice(underWay.indexOf(held), 1);
      ends.get(held)?.(outcome);
      await new Promise((resolve) => setImmediate(resolve));
    },
    add: (platform, deliveries, endpoint = `https://${platform}.example`) => queue.add(platform, endpoint, deliveries),
  };
}

let count = 0;

interface Some {
  readonly tenant?: number;
  readonly resource?: string;
  readonly sequence?: number;
  readonly type?: string;
  readonly leaseMs?: number;
}

/** A claimed delivery; its resource is a new one by default. */
function held({ tenant = 1, resource, sequence = 1, type = 'CARD.STATE_CHANGE', leaseMs = 30_000 }: Some = {}) {
  count += 1;
  const delivery = {
    tenant,
    event_id: `Webhook:${count}`,
    type,
    resource_id: resource ?? `Card:${count}`,
    sequence,
    status: 'PENDING' as const,
    attempts: 0,
    created_at: start,
  };
  const lease = { until: start, endsAtMs: performance.now() + leaseMs };
  return { delivery, endpoint: `https://${tenant}.example`, key, body: '{}', lease, done: () => undefined };
}

const many = (length: number, some: Some = {}): HeldDelivery[] => Array.from({ length }, () => held(some));
const tenants = (all: readonly HeldDelivery[]): number[] => all.map(({ delivery }) => delivery.tenant);

describe('the sending queue', () => {
  it('sends the events of one resource one at a time, in the order of their sequence', async () => {
    const { add, underWay, end } = bench();
    add(
      1,
      [3, 1, 4, 2].map((sequence) => held({ resource: 'Card:one', sequence })),
    );
    const sent: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      expect(underWay).toHaveLength(1);
      sent.push(underWay[0]?.delivery.sequence ?? 0);
      await end(underWay[0], 'TAKEN');
    }
    expect(sent).toEqual([1, 2, 3, 4]);
  });

  it('keeps the order of a resource when more of its events are claimed later', async () => {
    const { add, underWay, end } = bench();
    add(1, [held({ resource: 'Card:one', sequence: 1 }), held({ resource: 'Card:one', sequence: 4 })]);
    add(1, [held({ resource: 'Card:one', sequence: 3 }), held({ resource: 'Card:one', sequence: 2 })]);
    const sent: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      sent.push(underWay[0]?.delivery.sequence ?? 0);
      await end(underWay[0], 'TAKEN');
    }
    expect(sent).toEqual([1, 2, 3, 4]);
  });

  it('releases the deliveries behind a broken-off attempt, and sends those behind one that was set back', async () => {
    const { queue, add, underWay, released, end } = bench();
    const broken = [1, 2, 3].map((sequence) => held({ resource: 'Card:broken', sequence }));
    const thrown = [1, 2].map((sequence) => held({ resource: 'Card:thrown', sequence }));
    add(1, [...broken, ...thrown]);
    await end(broken[0], 'BROKEN_OFF');
    await end(thrown[0], 'SET_BACK');
    expect([underWay, released]).toEqual([[thrown[1]], broken.slice(1)]);
    await end(thrown[1], 'TAKEN');
    expect([queue.size, queue.isWaiting(1)]).toEqual([0, false]);
  });

  it('signals room for the next claim once, when half of its 128 deliveries are left', async () => {
    const { queue, add, underWay, rooms, end } = bench();
    add(1, many(128));
    for (let turn = 0; turn < 63; turn += 1) await end(underWay[0], 'TAKEN_SLOWLY');
    expect([queue.hasRoom(1), rooms()]).toEqual([false, 0]);
    await end(underWay[0], 'TAKEN_SLOWLY');
    expect([queue.hasRoom(1), rooms()]).toEqual([true, 1]);
    await end(underWay[0], 'TAKEN_SLOWLY');
    expect(rooms()).toBe(1);
  });

  it('holds up to 256 deliveries for an endpoint that keeps succeeding', async () => {
    const { queue, add, underWay, end } = bench();
    add(1, many(128));
    expect(queue.room(1, 'https://1.example')).toBe(0);
    for (let turn = 0; turn < 62; turn += 1) await end(underWay[0], 'TAKEN');
    expect(queue.room(1, 'https://1.example')).toBe(256 - 66);
  });

  it('opens two sockets to an endpoint at first, and at most 64 after successes', async () => {
    const { add, underWay, end } = bench();
    add(1, many(300));
    expect(underWay).toHaveLength(2);
    let most = 0;
    for (let turn = 0; turn < 200; turn += 1) {
      await end(underWay[0], 'TAKEN');
      most = Math.max(most, underWay.length);
    }
    expect(most).toBe(64);
  });

  it('keeps a socket for each platform while 1,000 endpoints do not answer', async () => {
    const { add, underWay } = bench();
    for (let tenant = 1; tenant <= 1_000; tenant += 1) add(tenant, many(5, { tenant }));
    const held = underWay.length;
    expect(held).toBe(1_000 + 512);
    add(2_000, many(5, { tenant: 2_000 }));
    expect(tenants(underWay.slice(held))).toEqual([2_000]);
  });

  it('shares the common sockets among platforms in turn', async () => {
    const { add, underWay, end } = bench();
    for (let tenant = 1; tenant <= 600; tenant += 1) add(tenant, many(10, { tenant }));
    // The first 512 have two each and the others one of their own. The first gets one freed socket back, once.
    const ofFirst = () => underWay.find(({ delivery }) => delivery.tenant === 1);
    await end(ofFirst(), 'TAKEN');
    await end(ofFirst(), 'TAKEN');
    expect(tenants(underWay).filter((tenant) => tenant === 1)).toHaveLength(1);
    expect(tenants(underWay).filter((tenant) => tenant === 513)).toHaveLength(2);
  });

  it('releases waiting deliveries when an endpoint is paused, and sends one at a time afterwards', async () => {
    const { add, queue, clock, underWay, end, released, changes } = bench();
    add(1, many(100));
    while (underWay.length > 0) await end(underWay[0], 'REFUSED');
    expect(changes).toEqual(['1 PAUSED']);
    expect(released.length).toBeGreaterThan(30);
    expect([queue.size, queue.hasRoom(1)]).toEqual([0, false]);
    clock.moveTo('2025-01-01T00:00:01.000Z');
    expect(queue.hasRoom(1)).toBe(true);
    add(1, many(3));
    expect(underWay).toHaveLength(1);
    await end(underWay[0], 'TAKEN');
    expect([changes, underWay.length]).toEqual([['1 PAUSED', '1 RESUMED'], 2]);
  });

  it('sends INCOMING_PAYMENT.PENDING although the endpoint is paused', async () => {
    const { add, clock, underWay, end } = bench();
    const question = (): HeldDelivery => held({ type: 'INCOMING_PAYMENT.PENDING' });
    add(1, many(100));
    while (underWay.length > 0) await end(underWay[0], 'REFUSED');
    const [first, second] = [question(), question()];
    add(1, [first]);
    expect(underWay).toEqual([first]);
    add(1, [second, question()]);
    expect(underWay).toEqual([first, second]);
    // The one attempt on trial after the pause.
    const trial = held({ tenant: 2 });
    add(2, many(100, { tenant: 2 }));
    const ofOther = () => underWay.filter(({ delivery }) => delivery.tenant === 2);
    while (ofOther().length > 0) await end(ofOther()[0], 'REFUSED');
    clock.moveTo('2025-01-01T00:00:01.000Z');
    add(2, [trial, held({ tenant: 2 })]);
    expect(ofOther()).toEqual([trial]);
    const beside = held({ tenant: 2, type: 'INCOMING_PAYMENT.PENDING' });
    add(2, [beside]);
    expect(ofOther()).toEqual([trial, beside]);
  });

  it('sends questions in their order of arrival, before everything else', async () => {
    const { add, underWay, end } = bench();
    const type = 'INCOMING_PAYMENT.PENDING';
    const [busy, ordinary] = [many(2), many(2)];
    const questions = [held({ type }), held({ type }), held({ type })];
    add(1, busy);
    add(1, [...ordinary, ...questions.slice(0, 2)]);
    add(1, questions.slice(2));
    const asked: HeldDelivery[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await end(underWay[0], 'TAKEN_SLOWLY');
      asked.push(...underWay.filter((one) => !busy.includes(one) && !asked.includes(one)));
    }
    expect(asked.slice(0, 3)).toEqual(questions);
  });

  it('starts a new endpoint without a pause, and releases the deliveries of the one before', async () => {
    const { add, underWay, end, released, queue } = bench();
    add(1, many(100));
    while (underWay.length > 0) await end(underWay[0], 'REFUSED');
    released.length = 0;
    add(1, [held({ type: 'TEST' })], 'https://new.example');
    expect(queue.hasRoom(1)).toBe(true);
    add(1, many(5), 'https://new.example');
    expect(underWay).toHaveLength(2);
    add(1, many(1), 'https://third.example');
    expect(released).toHaveLength(4);
  });

  it('starts no attempt that could outlast its lease, and releases the delivery', () => {
    const { add, underWay, released } = bench();
    const late = [held({ resource: 'Card:one', leaseMs: 14_000 }), held({ resource: 'Card:one', sequence: 2 })];
    add(1, late);
    expect([underWay, released]).toEqual([[], late]);
  });

  it('adopts the new lease of a delivery in progress, without sending it twice', () => {
    const { add, underWay } = bench();
    const one = held();
    const again = { ...one, lease: { until: 'later', endsAtMs: performance.now() + 60_000 } };
    add(1, [one]);
    expect(add(1, [again])).toEqual([]);
    expect([underWay.length, one.lease.until]).toEqual([1, 'later']);
  });

  it('releases waiting deliveries when it is closed, and starts no more attempts', async () => {
    const { add, queue, underWay, end, released } = bench();
    add(1, many(10));
    queue.close();
    expect([released.length, queue.size]).toEqual([8, 2]);
    await end(underWay[0], 'TAKEN');
    add(1, many(1));
    expect([underWay.length, released.length]).toEqual([1, 9]);
  });
});
