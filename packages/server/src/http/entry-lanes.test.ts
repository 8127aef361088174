import { describe, expect, it } from 'vitest';
import { EntryLanes } from './entry-lanes.ts';

/** Queues requests of parties, and returns the parties in the order in which their requests have entered so far. */
function queueAll(lanes: EntryLanes, ...parties: readonly (readonly [party: string, requests: number])[]): string[] {
  const entered: string[] = [];
  for (const [party, requests] of parties)
    for (let index = 0; index < requests; index += 1) lanes.queue(party, () => entered.push(party));
  return entered;
}

/** In each turn, a connection may be accepted. */
async function turnsOfTheLoop(count: number, accept: () => void = () => undefined): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    accept();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('a request', () => {
  it('enters at once when no other waits', () => {
    expect(queueAll(new EntryLanes(), ['ada', 3])).toEqual(['ada', 'ada', 'ada']);
  });

  it('enters in a later turn of the event loop when eight have entered in this one', async () => {
    const lanes = new EntryLanes();
    const entered = queueAll(lanes, ['ada', 20]);
    expect([entered.length, lanes.waiting]).toEqual([8, 12]);
    await turnsOfTheLoop(1);
    expect(entered).toHaveLength(16);
    await turnsOfTheLoop(1);
    expect([entered.length, lanes.waiting]).toEqual([20, 0]);
  });

  it('enters in the fourth turn after the one in which eight have entered, while connections are accepted', async () => {
    const lanes = new EntryLanes();
    const entered = queueAll(lanes, ['ada', 20]);
    await turnsOfTheLoop(3, () => lanes.accepted());
    expect(entered).toHaveLength(8);
    await turnsOfTheLoop(1, () => lanes.accepted());
    expect(entered).toHaveLength(16);
    await turnsOfTheLoop(1);
    expect([entered.length, lanes.waiting]).toEqual([20, 0]);
  });

  it('enters with the next eight, although another party has a thousand waiting', async () => {
    const entered = queueAll(new EntryLanes(), ['ada', 1_000], ['grace', 1]);
    await turnsOfTheLoop(1);
    expect(entered.indexOf('grace')).toBe(9);
    expect(entered).toHaveLength(16);
  });

  it('does not enter before those of its party that have waited longer', async () => {
    const lanes = new EntryLanes();
    const entered = queueAll(lanes, ['ada', 12]);
    setImmediate(() => lanes.queue('ada', () => entered.push('late')));
    await turnsOfTheLoop(3);
    expect(entered.indexOf('late')).toBe(12);
  });

  it('of a tenant enters with the next eight, although a thousand strangers wait', async () => {
    const lanes = new EntryLanes();
    const strangers = Array.from({ length: 1_000 }, (_, index) => [`192.0.2.${index}`, 1] as const);
    const entered = queueAll(lanes, ...strangers);
    lanes.queue(7, () => entered.push('tenant'));
    await turnsOfTheLoop(1);
    expect(entered.slice(8)).toContain('tenant');
  });

  it('enters alternately with those of the other parties', async () => {
    const entered = queueAll(new EntryLanes(), ['full', 8], ['ada', 3], ['grace', 3]);
    await turnsOfTheLoop(1);
    expect(entered.slice(8)).toEqual(['ada', 'grace', 'ada', 'grace', 'ada', 'grace']);
  });
});
