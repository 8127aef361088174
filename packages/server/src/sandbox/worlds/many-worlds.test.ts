import { expect, it } from 'vitest';
import { expectStatus } from '../../../test/caller.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { newWorld, rowsOf, tenantOf, type World } from '../../../test/worlds.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';

const hourMs = 60 * minuteMs;
const start0 = '2025-03-03T08:00:00.000Z';

/** Everything that a world shows, as text. */
async function shown(world: World): Promise<string> {
  const lists = ['/customers', '/transactions', '/events', '/tokens', '/customers/internal-accounts'];
  const texts = await Promise.all(lists.map(async (path) => (await world.request('GET', `${path}?limit=100`)).text));
  return texts.join('\n');
}

eachEngine('parallel sandbox worlds', (start, engine) => {
  const count = Number(process.env['WORLDS'] ?? (engine === 'sqlite' ? 20 : 5));

  it('pay in parallel by their own clocks and data, and show nothing of each other', async () => {
    const server = await start();
    const worlds = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        newWorld(server, { name: `w${at}`, clock: { now: plusMs(start0, at * hourMs), isFrozen: true } }),
      ),
    );
    const paid = await Promise.all(
      worlds.map(async (world, at) => {
        const { customerId, accounts } = await makeSender(world, 'USD', 1_000_000, { fullName: `Person Of${at}end` });
        const to = await makeUsdAccount(world, customerId);
        const body = quoteBody({
          from: accounts['USD'] ?? '',
          to,
          amount: 1_000 + at,
          extra: { immediatelyExecute: true },
        });
        const { transactionId } = expectStatus(await world.request('POST', '/quotes', body), 201);
        // Every second world lets its payment settle.
        if (at % 2 === 0) await world.request('POST', '/sandbox/clock/advance', { seconds: 7 * 86_400 });
        return { transactionId, customerId };
      }),
    );
    const texts = await Promise.all(worlds.map(shown));
    for (const [at, world] of worlds.entries()) {
      const { body } = await world.request('GET', `/transactions/${paid[at]?.transactionId}`);
      const isSettled = at % 2 === 0;
      expect([at, body.status === 'COMPLETED', body.createdAt]).toEqual([at, isSettled, plusMs(start0, at * hourMs)]);
      const others = paid.flatMap((other, index) => (index === at ? [] : Object.values(other)));
      expect(others.filter((id) => texts[at]?.includes(id))).toEqual([]);
      expect(texts[at]).toContain(`Of${at}end`);
      const tenant = await tenantOf(server, world);
      expect(await rowsOf(server, tenant)).toMatchObject({ customers: 1, transactions: 1, platforms: 1 });
    }
    expect(
      texts.every((text, at) => [...text.matchAll(/Of(\d+)end/g)].every(([, whose]) => whose === String(at))),
    ).toBe(true);
  });
});
