import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import type { TestServer } from '../../../test/test-server.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import { readStandingFees } from './currency-terms.ts';

async function terms({ deps, tenant }: TestServer, currency: CurrencyCode = 'USD') {
  return (await deps.database.read((unit) => readStandingFees(unit, tenant))).get(currency);
}

oneEngine('the standing platform fee', (start) => {
  it('applies while one part is above zero, on its own platform and source currency only', async () => {
    const [server, other] = [await start(), await start()];
    const set = (variableFeeBps: number, amount: number) =>
      server.request('PATCH', '/config', {
        feeConfigs: [
          {
            feeType: 'CROSS_CURRENCY_TRANSACTION',
            sourceCurrency: 'USD',
            variableFeeBps,
            fixedFee: { amount, currency: 'USD' },
          },
        ],
      });
    expect(await terms(server)).toBeUndefined();
    await set(30, 50);
    expect(await terms(server)).toEqual({ fixedMinor: 50n, variableBps: 30 });
    expect(await terms(server, 'EUR')).toBeUndefined();
    expect(await terms(other)).toBeUndefined();
    await set(0, 50);
    expect(await terms(server)).toEqual({ fixedMinor: 50n, variableBps: 0 });
    await set(0, 0);
    expect(await terms(server)).toBeUndefined();
  });
});
