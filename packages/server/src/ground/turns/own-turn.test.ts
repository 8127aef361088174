import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ownTurn } from './own-turn.ts';

it('pieces of work of one tenant run in turns of their own, beside those of other tenants', async () => {
  let turn = 0;
  const ran: string[] = [];
  const work = async (tenant: number, name: string): Promise<void> => {
    for (let piece = 0; piece < 3; piece += 1) {
      await ownTurn(tenant);
      ran.push(`${turn} ${name}`);
    }
  };
  const all = Promise.all([work(1, 'a'), work(1, 'b'), work(1, 'c'), work(2, 'd')]);
  for (; ran.length < 12 && turn < 100; turn += 1) await nextTurn();
  await all;
  const turnsOf = (name: string): number[] =>
    ran.filter((one) => one.endsWith(name)).map((one) => Number.parseInt(one, 10));
  const ofOne = ['a', 'b', 'c'].flatMap(turnsOf);
  expect(new Set(ofOne).size).toBe(9);
  // The other tenant does not wait behind the three.
  expect(Math.max(...turnsOf('d'))).toBeLessThan(Math.max(...turnsOf('a')));
});
