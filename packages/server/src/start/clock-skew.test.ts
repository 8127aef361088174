import { expect, it } from 'vitest';
import { eachEngine } from '../../test/each-engine.ts';
import { clockSkewWarning } from './clock-skew.ts';

eachEngine('a server that starts', (start) => {
  it('reports by how many seconds its clock is ahead of or behind PostgreSQL', async () => {
    const { bare } = await start();
    const told = [0, 1_000, -1_000, 45_000, -45_000].map((apartMs) =>
      clockSkewWarning(bare, () => Date.now() + apartMs),
    );
    const [together, little, less, ahead, behind] = await Promise.all(told);
    expect([together, little, less]).toEqual([undefined, undefined, undefined]);
    if (bare.engine === 'sqlite') return expect([ahead, behind]).toEqual([undefined, undefined]);
    expect(ahead).toMatch(/^The clock of this process is 4\d seconds ahead of that of PostgreSQL/);
    expect(behind).toMatch(/^The clock of this process is 4\d seconds behind that of PostgreSQL/);
  });
});
