import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';

describe('the gate', () => {
  it('lets workers in side by side', async () => {
    const gate = createGate();
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await delay(5);
      inside -= 1;
    };
    await Promise.all([gate.pass(work), gate.pass(work), gate.pass(work)]);
    expect(most).toBe(3);
  });

  it('lets one alone once everybody has left, and nobody in meanwhile', async () => {
    const gate = createGate();
    const seen: string[] = [];
    const step = (name: string) => async (): Promise<void> => {
      seen.push(`${name} in`);
      await delay(5);
      seen.push(`${name} out`);
    };
    await Promise.all([
      gate.pass(step('worker')),
      gate.alone(step('first')),
      gate.alone(step('second')),
      gate.pass(step('late worker')),
    ]);
    expect(seen).toEqual(['worker', 'first', 'second', 'late worker'].flatMap((name) => [`${name} in`, `${name} out`]));
  });

  it('opens again after a failure inside', async () => {
    const gate = createGate();
    const fails = async (): Promise<never> => {
      throw new Error('no');
    };
    await expect(gate.pass(fails)).rejects.toThrow('no');
    await expect(gate.alone(fails)).rejects.toThrow('no');
    expect(await gate.pass(async () => 'in')).toBe('in');
  });
});
