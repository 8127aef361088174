import { expect, it } from 'vitest';
import { expectStatus } from '../../../test/caller.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { balanceOf, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { makeIssue, makeTreasury, mint } from '../../../test/stablecoin-operations.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import { hourMs } from '../../ground/clock/instant.ts';
import { createSandboxRates } from '../../sandbox/adapters/sandbox-rates.ts';

const largest = 100_000_000;

async function payer(server: TestServer): Promise<{ from: string; pay: (amount: number) => Promise<Answer> }> {
  const { customerId, accounts } = await makeSender(server, 'USD', 20 * largest);
  const [from, to] = [accounts['USD'] ?? '', await makeUsdAccount(server, customerId)];
  const pay = (amount: number): Promise<Answer> =>
    server.request('POST', '/quotes', quoteBody({ from, to, amount, extra: { immediatelyExecute: true } }));
  return { from, pay };
}

eachEngine('the daily volume of an account', (start) => {
  it('allows ten million US dollars per UTC day, then returns 429 with Retry-After', async () => {
    const server = await start();
    const { from, pay } = await payer(server);
    for (let count = 0; count < 9; count += 1) expect((await pay(largest)).status).toBe(201);
    expect((await pay(largest - 1_000)).status).toBe(201);
    const over = await pay(1_001);
    expect([over.status, over.body.code, over.headers['retry-after']]).toEqual([
      429,
      'DAILY_VOLUME_LIMIT_EXCEEDED',
      '86400',
    ]);
    expect((await pay(1_000)).status).toBe(201);
    expect(await balanceOf(server, from)).toBe(10 * largest);
  });

  it('refuses an execution over the volume and resets on the next UTC day', async () => {
    const server = await start();
    const { from, pay } = await payer(server);
    await server.advance(23 * hourMs);
    for (let count = 0; count < 9; count += 1) await pay(largest);
    expect((await pay(largest - 999)).status).toBe(201);
    const { customerId } = await makeSender(server, 'USD', 0);
    const to = await makeUsdAccount(server, customerId);
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to, amount: 1_000 }));
    const refused = await server.request('POST', `/quotes/${quote.id}/execute`);
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
      429,
      'DAILY_VOLUME_LIMIT_EXCEEDED',
      '3600',
    ]);
    expect((await pay(999)).status).toBe(201);
    await server.advance(hourMs);
    expect((await pay(largest)).status).toBe(201);
  });

  it('lets a currency of almost no value be paid, whose limit is larger than a column', async () => {
    const rates = createSandboxRates();
    const lastRateFor: RateSource['lastRateFor'] = (sending, receiving) =>
      sending === 'EUR' && receiving === 'USD' ? '1000000000000' : rates.lastRateFor(sending, receiving);
    const server = await start({ deps: { rates: { ...rates, lastRateFor } } });
    const { accounts } = await makeSender(server, 'EUR');
    const [from, to] = [accounts['EUR'] ?? '', accounts['USD'] ?? ''];
    const extra = { immediatelyExecute: true };
    expect((await server.request('POST', '/quotes', quoteBody({ from, to, extra }))).status).toBe(201);
  });

  it('is counted at the US dollar value of the currency sent', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'BTC', 1_000_000_000_0);
    // A bitcoin is worth 97,250 dollars, so ten payments of 10 make 9,725,000 and the eleventh is too much.
    const pay = (): Promise<Answer> =>
      server.request(
        'POST',
        '/quotes',
        quoteBody({
          from: accounts['BTC'] ?? '',
          to: accounts['USD'] ?? '',
          amount: 1_000_000_000,
          extra: { immediatelyExecute: true },
        }),
      );
    for (let count = 0; count < 10; count += 1) expect((await pay()).status).toBe(201);
    expect((await pay()).body.code).toBe('INSUFFICIENT_FUNDS');
    await server.request('POST', `/sandbox/internal-accounts/${accounts['BTC']}/fund`, { amount: 1_000_000_000 });
    expect((await pay()).body.code).toBe('DAILY_VOLUME_LIMIT_EXCEEDED');
  });

  it('does not count a mint or a reversed platform fee', async () => {
    const server = await start();
    const issue = await makeIssue(server, true);
    const treasury = await makeTreasury(server, 10 * largest + 1);
    const { customerId, accounts } = await makeSender(server, 'USD', largest);
    const [from, kept, returned] = [
      accounts['USD'] ?? '',
      await makeUsdAccount(server, customerId),
      await makeUsdAccount(server, customerId, '005'),
    ];
    const fee = { platformVariableFeeBps: 0, platformFixedFee: { amount: 1_000, currency: 'USD' } };
    const charged = quoteBody({ from, to: returned, extra: { immediatelyExecute: true, platformFeeOverride: fee } });
    expectStatus(await server.request('POST', '/quotes', charged), 201);
    // A token has six decimals: this is a cent.
    const amount = '10000';
    const fundingSource = { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: treasury };
    expectStatus(await mint(server, issue, { amount, fundingSource }), 201);
    await server.advance(hourMs);
    expect(await balanceOf(server, treasury)).toBe(10 * largest);
    const pay = quoteBody({ from: treasury, to: kept, amount: largest, extra: { immediatelyExecute: true } });
    for (let count = 0; count < 10; count += 1) expectStatus(await server.request('POST', '/quotes', pay), 201);
  });
});
