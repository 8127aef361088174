import { globSync, readFileSync } from 'node:fs';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { exact, exactSum, exactSumAs, joined, summed, zero } from './exact-sums.ts';
import { rawQuery } from './statement.ts';

const largest = 2n ** 63n - 1n;
const smallest = -(2n ** 63n);

/** Sums beyond 64 bits, and some with intermediate sums beyond them. */
const examples: readonly (readonly bigint[])[] = [
  [],
  [0n],
  [-1n],
  [1n, -1n],
  [2n ** 32n - 1n, 1n],
  [-(2n ** 32n), 2n ** 32n - 1n],
  [5n, -(2n ** 32n) * 7n, 2n ** 33n, -3n],
  [largest, largest, largest],
  [smallest, smallest, -1n],
  [largest, largest, smallest, smallest, 2n],
  [largest, largest, smallest, smallest, 1n],
];

/** The engine's results for the amounts: the sum, and whether it equals another one, is below zero and above it. */
async function askAbout({ bare }: TestServer, amounts: readonly bigint[], other: bigint): Promise<unknown[]> {
  const rows = sql.join(
    [0n, ...amounts].map((amount, at) => sql`select ${sql.lit(at)} as place, cast(${amount} as bigint) as amount`),
    sql` union all `,
  );
  const given = sql`(select * from (${rows}) as every_row where place > 0) as given`;
  const flag = (holds: RawBuilder<unknown>): RawBuilder<unknown> => sql`case when ${holds} then 1 else 0 end`;
  const amount = sql.ref('amount');
  const asked = sql<{ upper: bigint; lower: bigint; equal: number; below: number; above: number; same: number }>`
    select s.sum_upper as upper, s.sum_lower as lower, ${flag(sql`${exact(sql`cast(${other} as bigint)`)} = ${summed('s.sum')}`)} as equal,
      ${flag(sql`${summed('s.sum')} < ${zero}`)} as below, ${flag(sql`${summed('s.sum')} > ${zero}`)} as above,
      (select ${flag(sql`${exactSum(amount)} = ${zero}`)} from ${given}) as same
    from (select ${exactSumAs('sum', amount)} from ${given}) s`;
  const [row] = await bare.read((unit) => unit.select((db) => rawQuery(asked, db)));
  if (row === undefined) throw new Error('nothing was asked');
  const flags = [row.equal, row.below, row.above, row.same].map((value) => Number(value) === 1);
  return [joined(row.upper, row.lower), ...flags];
}

eachEngine('an exact sum', (start) => {
  it('equals the sum of its amounts and compares like it, even beyond 64 bits on the way', async () => {
    const server = await start();
    for (const amounts of examples) {
      const total = amounts.reduce((sum, amount) => sum + amount, 0n);
      const fits = total >= smallest && total <= largest;
      const answer = await askAbout(server, amounts, fits ? total : 0n);
      expect([amounts, ...answer]).toEqual([amounts, total, fits, total < 0n, total > 0n, total === 0n]);
      const [, isEqual] = await askAbout(server, amounts, fits && total < largest ? total + 1n : 5n);
      expect(isEqual).toBe(false);
    }
  });
});

describe('an exact sum', () => {
  it('is used for every sum of money in the server', () => {
    const source = new URL('../../', import.meta.url);
    const bare = /\bsum\((?!case\b.* then 1 else 0 end\))[^`]*minor/;
    expect('coalesce(sum(p.amount_minor), 0)').toMatch(bare);
    expect('sum(case when amount_minor > 0 then 1 else 0 end) as n').not.toMatch(bare);
    const files = globSync('**/*.ts', { cwd: source.pathname, exclude: ['**/*.test.ts'] });
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => bare.test(readFileSync(new URL(file, source), 'utf8')))).toEqual([]);
  });
});
