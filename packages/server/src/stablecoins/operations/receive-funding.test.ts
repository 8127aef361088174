import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { arrive, burn, makeIssue, mint, readOperation } from '../../../test/stablecoin-operations.ts';
import { dayMs, minuteMs } from '../../ground/clock/instant.ts';

eachEngine('the funding of an operation', (start) => {
  it('either completes or expires the operation when both are due at the same moment', async () => {
    const server = await start();
    const issue = await makeIssue(server);
    const ends = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const { body } = await mint(server, issue);
      // Alternates between just before and exactly at the expiry, with both at once.
      await server.step(7 * dayMs - (round % 2));
      const [arrived] = await Promise.all([arrive(server, body.id), server.app.settle()]);
      await server.advance(minuteMs);
      const { status } = await readOperation(server, body.id);
      expect(status).toBe(arrived.status === 200 ? 'COMPLETED' : 'EXPIRED');
      ends.add(status);
    }
    expect([...ends].sort()).toEqual(['COMPLETED', 'EXPIRED']);
    await expectHealthy(server);
  });

  it('accepts one of two parallel requests', async () => {
    const server = await start();
    const { body } = await burn(server, await makeIssue(server));
    const answers = await Promise.all([arrive(server, body.id), arrive(server, body.id, { amount: '10000' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await server.advance(minuteMs);
    const isWhole = answers[0]?.status === 200;
    expect((await readOperation(server, body.id)).status).toBe(isWhole ? 'COMPLETED' : 'FAILED');
    await expectHealthy(server);
  });
});
