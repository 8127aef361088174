import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../ground/database/database.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { AttemptRecorder } from './attempt-recorder.ts';
import type { HeldDelivery } from './held-delivery.ts';

const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const moment = '2025-01-01T00:00:00.000Z';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A recorder with the sizes of the groups that it wrote, and the platforms that have more to send. */
function recording() {
  const groups: number[] = [];
  const behind = new Set<number>();
  let duringCommit = (): void => undefined;
  const database = {
    transaction: async (work: (unit: Unit) => Promise<unknown>) => {
      let size = 0;
      const unit = {
        write: () => {
          size += 1;
        },
        insert: () => undefined,
      };
      await work(unit as unknown as Unit);
      duringCommit();
      groups.push(size);
    },
  } as unknown as Database;
  const recorder = new AttemptRecorder({
    database,
    onRecorded: () => undefined,
    onBug: (error) => {
      throw error;
    },
    isBehind: (tenant) => behind.has(tenant),
  });
  const add = (tenant: number): void => recorder.add({ held: held(tenant), dueAt: moment });
  return {
    ...{ recorder, groups, behind, add },
    onNextCommit: (act: () => void) => {
      duringCommit = () => {
        duringCommit = () => undefined;
        act();
      };
    },
  };
}

function held(tenant: number): HeldDelivery {
  const of = { tenant, event_id: 'Webhook:1', type: 'CARD.STATE_CHANGE', resource_id: 'Card:1', sequence: 1 };
  const delivery = { ...of, status: 'PENDING' as const, attempts: 0, created_at: moment };
  const lease = { until: moment, endsAtMs: 0 };
  return { delivery, endpoint: 'https://one.example', key, body: '{}', lease, done: () => undefined };
}

describe('the attempt recorder', () => {
  it('writes within 20 ms, and within 100 ms while more of the platform waits', async () => {
    const { groups, behind, add } = recording();
    add(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(groups).toEqual([1]);
    behind.add(1);
    add(1);
    await vi.advanceTimersByTimeAsync(99);
    add(1);
    expect(groups).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(groups).toEqual([1, 2]);
  });

  it('writes the attempts of all platforms as soon as one of them has nothing waiting', async () => {
    const { groups, behind, add } = recording();
    behind.add(1);
    add(1);
    add(2);
    await vi.advanceTimersByTimeAsync(20);
    expect(groups).toEqual([2]);
  });

  it('writes all pending attempts in one commit on flush', async () => {
    const { recorder, groups, behind, add } = recording();
    behind.add(1);
    add(1);
    add(1);
    recorder.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(groups).toEqual([2]);
  });

  it('writes attempts that end during a commit in the next one, up to 100 ms later', async () => {
    const { recorder, groups, behind, add, onNextCommit } = recording();
    behind.add(1);
    add(1);
    onNextCommit(() => {
      add(1);
      add(1);
    });
    recorder.flush();
    await vi.advanceTimersByTimeAsync(99);
    expect(groups).toEqual([1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(groups).toEqual([1, 2]);
  });

  it('commits again at once when it is flushed during a commit', async () => {
    const { recorder, groups, add, onNextCommit } = recording();
    add(1);
    onNextCommit(() => {
      add(1);
      recorder.flush();
    });
    recorder.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(groups).toEqual([1, 1]);
  });
});
