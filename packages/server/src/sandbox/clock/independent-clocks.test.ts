import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { type TestServer, testStart } from '../../../test/test-server.ts';
import { dayMs, plusMs, secondMs } from '../../ground/clock/instant.ts';

const seconds = 4;

/** The same platform, called through another process on the database. */
function at(process: TestServer, { credentials: { tokenId, tokenSecret }, ...platform }: TestServer): TestServer {
  const authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;
  return {
    ...platform,
    credentials: { tokenId, tokenSecret },
    request: (method, path, body, headers = {}) => process.request(method, path, body, { authorization, ...headers }),
  };
}

async function pay(server: TestServer, count: number): Promise<string[]> {
  const { customerId, accounts } = await makeSender(server);
  const to = await makeUsdAccount(server, customerId);
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const body = quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } });
    ids.push((await server.request('POST', '/quotes', body)).body.transactionId);
  }
  return ids;
}

async function seen(server: TestServer, ids: readonly string[]): Promise<[string, string][]> {
  const found = await Promise.all(ids.map((id) => server.request('GET', `/transactions/${id}`)));
  return [...new Set(found.map(({ body }) => `${body.status} ${body.createdAt}`))].map(
    (text) => text.split(' ') as [string, string],
  );
}

eachEngine('the clocks of platforms on two processes', (start) => {
  it('are independent under load: one frozen, one at scale 1000, one a year ahead, one in real time', async () => {
    const [one, two] = [await start(), await start()];
    const [frozen, fast, ahead, plain] = [one, two, await start(), await start()];
    await at(two, frozen).request('PATCH', '/sandbox/clock', { isFrozen: true });
    await at(one, fast).request('PATCH', '/sandbox/clock', { scale: 1_000 });
    for (const { app } of [one, two]) app.start();

    const year = 365 * 86_400;
    const [ofFrozen, ofFast, ofAhead, ofPlain, advance] = await Promise.all([
      pay(at(one, frozen), 8),
      pay(at(two, fast), 8),
      pay(at(one, ahead), 8),
      pay(at(two, plain), 8),
      at(two, ahead).request('POST', '/sandbox/clock/advance', { seconds: year }),
    ]);
    expect(advance.body).toMatchObject({ from: testStart, isComplete: true });
    for (const { clock } of [one, two, frozen, fast, ahead, plain])
      if (clock.now() === testStart) clock.moveTo(plusMs(testStart, seconds * secondMs));

    const now = async (platform: TestServer, process: TestServer): Promise<string> =>
      (await at(process, platform).request('GET', '/sandbox/clock')).body.now;
    for (const process of [one, two]) {
      expect(await now(frozen, process)).toBe(testStart);
      expect(await now(fast, process)).toBe(plusMs(testStart, 1_000 * seconds * secondMs));
      expect(await now(ahead, process)).toBe(plusMs(testStart, 365 * dayMs + seconds * secondMs));
      expect(await now(plain, process)).toBe(plusMs(testStart, seconds * secondMs));
    }
    const isSettled = async (platform: TestServer, ids: readonly string[]): Promise<boolean> =>
      (await seen(at(one, platform), ids)).every(([status]) => status === 'COMPLETED');
    await expect.poll(() => isSettled(fast, ofFast)).toBe(true);
    await expect.poll(() => isSettled(ahead, ofAhead)).toBe(true);
    await expect.poll(() => isSettled(plain, ofPlain)).toBe(true);
    expect(await seen(at(two, frozen), ofFrozen)).toEqual([['PROCESSING', testStart]]);
    expect((await seen(plain, ofPlain)).map(([, createdAt]) => createdAt)).toEqual([testStart]);
    const bugs = [one, two, ahead, plain].flatMap((server) => server.takeBugs());
    expect(bugs).toEqual([]);
  });
});
