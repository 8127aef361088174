import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createReadWriteLock } from './read-write-lock.ts';

describe('the read-write lock', () => {
  it('lets workers in side by side', async () => {
    const lock = createReadWriteLock();
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await delay(5);
      inside -= 1;
    };
    await Promise.all([lock.shared(work), lock.shared(work), lock.shared(work)]);
    expect(most).toBe(3);
  });

  it('lets one alone once everybody has left, and nobody in meanwhile', async () => {
    const lock = createReadWriteLock();
    const seen: string[] = [];
    const step = (name: string) => async (): Promise<void> => {
      seen.push(`${name} in`);
      await delay(5);
      seen.push(`${name} out`);
    };
    await Promise.all([
      lock.shared(step('worker')),
      lock.exclusive(step('first')),
      lock.exclusive(step('second')),
      lock.shared(step('late worker')),
    ]);
    expect(seen).toEqual(['worker', 'first', 'second', 'late worker'].flatMap((name) => [`${name} in`, `${name} out`]));
  });

  it('opens again after a failure inside', async () => {
    const lock = createReadWriteLock();
    const fails = async (): Promise<never> => {
      throw new Error('no');
    };
    await expect(lock.shared(fails)).rejects.toThrow('no');
    await expect(lock.exclusive(fails)).rejects.toThrow('no');
    expect(await lock.shared(async () => 'in')).toBe('in');
  });
});
