import { expect, it } from 'vitest';
import { expectStatus } from '../../../test/caller.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, makeSender, quoteBody } from '../../../test/parties.ts';
import { secondMs } from '../../ground/clock/instant.ts';

oneEngine('a payment in slices', (start) => {
  it('pays a fee for each slice, so that together they pay no less', async () => {
    const server = await start();
    const { accounts } = await makeSender(server, 'USD', 20_000);
    const [from, to] = [accounts.USD ?? '', accounts.EUR ?? ''];
    const feeOf = async (amount: number): Promise<number> =>
      expectStatus(await server.request('POST', '/quotes', quoteBody({ from, to, amount })), 201).feesIncluded;
    const whole = await feeOf(9_900);
    expect(whole).toBe(50);
    for (const slice of [3, 99, 100, 101, 199, 300]) {
      expect((await feeOf(slice)) * Math.ceil(9_900 / slice)).toBeGreaterThanOrEqual(whole);
    }
    const refused = expectStatus(await server.request('POST', '/quotes', quoteBody({ from, to, amount: 1 })), 400);
    expect(refused.code).toBe('AMOUNT_OUT_OF_RANGE');
  });
});

oneEngine('a conversion there and back', (start) => {
  it.each([
    ['USD', 'GBP', 7, 10],
    ['INR', 'USD', 170, 5],
    ['INR', 'EUR', 7_557, 5],
  ])('never gains by repeated conversions from %s to %s and back', async (home, abroad, amount, rounds) => {
    const server = await start();
    const { accounts } = await makeSender(server, home, amount * 10);
    const [from, to] = [accounts[home] ?? '', accounts[abroad] ?? ''];
    const pay = async (parts: { from: string; to: string; amount: number }): Promise<number> => {
      const quote = quoteBody({ ...parts, extra: { immediatelyExecute: true } });
      const made = expectStatus(await server.request('POST', '/quotes', quote), 201);
      await server.advance(secondMs);
      return made.totalReceivingAmount;
    };
    for (let round = 0; round < rounds; round += 1) {
      const there = await pay({ from, to, amount });
      expect(await pay({ from: to, to: from, amount: there })).toBeLessThanOrEqual(amount);
    }
    expect(await balanceOf(server, from)).toBeLessThan(amount * 10);
    expect(await balanceOf(server, to)).toBe(0);
    await expectHealthy(server);
  });
});
