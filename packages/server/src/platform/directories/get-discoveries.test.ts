import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';

oneEngine('the banks that can be paid', (start) => {
  it('are listed by country, currency and name, with filters by country and currency', async () => {
    const server = await start();
    const { body } = await server.request('GET', '/discoveries');
    const names = body.data.map(({ country, currency, displayName }: Record<string, string>) => [
      country,
      currency,
      displayName,
    ]);
    expect(names).toEqual(names.toSorted());
    expect(new Set(body.data.map(({ bankName }: { bankName: string }) => bankName)).size).toBe(body.data.length);
    const inGhana = (await server.request('GET', '/discoveries?country=GH')).body.data;
    expect(inGhana).toHaveLength(3);
    expect(inGhana[0]).toEqual({
      bankName: 'EXAMPLE_BANK_GHANA',
      displayName: 'Example Bank Ghana',
      country: 'GH',
      currency: 'GHS',
    });
    expect((await server.request('GET', '/discoveries?country=GH&currency=NGN')).body.data).toEqual([]);
    expect((await server.request('GET', '/discoveries?currency=NGN')).body.data).toHaveLength(2);
    expect((await server.request('GET', '/discoveries?country=Ghana')).body.code).toBe('INVALID_INPUT');
  });
});
