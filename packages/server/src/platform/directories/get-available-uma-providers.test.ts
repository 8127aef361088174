import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';

eachEngine('the providers of UMA addresses', (start) => {
  it('are listed newest first, in pages, with filters by country, currency and blocking', async () => {
    const server = await start();
    const domains = async (query = ''): Promise<string[]> => {
      const { body } = await server.request('GET', `/uma-providers${query}`);
      return body.data.map(({ domain }: { domain: string }) => domain);
    };
    const all = ['uma.blocked.example', 'uma.wallet.example', 'sandbox.example.com'];
    expect(await domains()).toEqual(all);
    expect(await domains('?sortOrder=asc')).toEqual(all.toReversed());
    for (const order of ['desc', 'asc']) {
      const first = (await server.request('GET', `/uma-providers?limit=2&sortOrder=${order}`)).body;
      expect(first).toMatchObject({ hasMore: true, totalCount: 3 });
      const next = `/uma-providers?limit=2&sortOrder=${order}&cursor=${first.nextCursor}`;
      const second = (await server.request('GET', next)).body;
      expect([first.data.length, second.data.length, second.hasMore]).toEqual([2, 1, false]);
    }
    expect(await domains('?countryCode=MX')).toEqual(['uma.blocked.example', 'sandbox.example.com']);
    expect(await domains('?currencyCode=BTC')).toEqual(['uma.wallet.example']);
    expect(await domains('?hasBlockedProviders=false')).toEqual(['uma.wallet.example', 'sandbox.example.com']);
    const { body } = await server.request('GET', '/uma-providers?currencyCode=BTC');
    expect(body.data[0]).toMatchObject({
      allowListStatus: true,
      supportedCurrencies: [{ code: 'USD' }, { code: 'BTC' }],
    });
    expect((await server.request('GET', '/uma-providers?countryCode=Mexico')).body.code).toBe('INVALID_INPUT');
  });
});
