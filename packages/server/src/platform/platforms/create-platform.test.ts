import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { findWebhookPublicKey } from '../../engines/outbox/keys.ts';
import { createPlatform, type NewPlatform } from './create-platform.ts';
import { findPlatform, findPlatformCurrencies } from './find-platform.ts';

const acme: NewPlatform = {
  platformId: 'Acme & Sons',
  environment: 'SANDBOX',
  isRegulated: false,
  skipsVerificationPaperwork: true,
  currencies: ['USD', 'BTC'],
};

oneEngine('creating a platform', (start) => {
  it('stores the given settings', async () => {
    const server = await start({ isRegulated: true, skipsVerificationPaperwork: false, currencies: ['GBP', 'USD'] });
    await server.deps.database.read(async (unit) => {
      const platform = await findPlatform(unit, server.tenant);
      expect(platform).toMatchObject({
        environment: 'SANDBOX',
        is_regulated: 1,
        skips_verification_paperwork: 0,
        webhook_endpoint: null,
      });
      expect(platform.config_id).toMatch(/^PlatformConfig:/);
      expect(await findPlatformCurrencies(unit, server.tenant)).toEqual(['GBP', 'USD']);
    });
  });

  it('opens one account of the platform per currency and emits an event for each', async () => {
    const server = await start({ currencies: ['USD', 'BTC'] });
    expect((await server.request('GET', '/platform/internal-accounts')).body.data).toHaveLength(2);
    const told = (await committedEvents(server)).map((event) => event.type);
    expect(told.filter((type) => type === 'INTERNAL_ACCOUNT.STATUS_UPDATED')).toHaveLength(2);
  });

  it('gives each platform and environment its own tenant and webhook key, and the subdomain of its platformId', async () => {
    const { deps, clock } = await start();
    const create = (given: NewPlatform): Promise<number> =>
      deps.database.transaction((unit) => createPlatform({ unit, now: clock.now(), deps }, given));
    const sandbox = await create(acme);
    const production = await create({ ...acme, environment: 'PRODUCTION' });
    expect(production).toBe(sandbox + 1);
    const other = await create({ ...acme, platformId: 'Globex' });
    expect(other).toBe(sandbox + 2);
    await deps.database.read(async (unit) => {
      const all = [sandbox, production, other];
      const keys = new Set<string>();
      for (const tenant of all) keys.add((await findWebhookPublicKey(unit, tenant)) ?? '');
      expect(keys.size).toBe(3);
      const subdomains: string[] = [];
      for (const tenant of all) subdomains.push((await findPlatform(unit, tenant)).proxy_uma_subdomain);
      expect(subdomains).toEqual(['acme-sons', 'acme-sons', 'globex']);
      const limits = await unit.select((db) =>
        db
          .selectFrom('platform_currencies')
          .select(['currency', 'minimum_minor', 'maximum_minor'])
          .where('tenant', '=', sandbox)
          .orderBy('position'),
      );
      expect(limits).toEqual([
        { currency: 'USD', minimum_minor: 1n, maximum_minor: 10n ** 12n },
        { currency: 'BTC', minimum_minor: 1n, maximum_minor: 10n ** 15n },
      ]);
    });
    await expect(create(acme)).rejects.toThrow(/unique rule broken/);
  });

  it.each([
    ['the label of another platform', 'beta sons', /^beta-sons-\d+$/],
    ['no letter or digit of a host name', '株式会社', /^\d+$/],
    ['a hyphen as the last of 63 characters', `${'a'.repeat(62)} bank`, /^a{62}$/],
  ])('assigns a subdomain of its own to a name with %s', async (_case, platformId, expected) => {
    const { deps, clock } = await start();
    const create = (name: string): Promise<number> =>
      deps.database.transaction((unit) =>
        createPlatform({ unit, now: clock.now(), deps }, { ...acme, platformId: name }),
      );
    if (platformId === 'beta sons') await create('Beta & Sons');
    const created = await create(platformId);
    const { proxy_uma_subdomain } = await deps.database.read((unit) => findPlatform(unit, created));
    expect(proxy_uma_subdomain).toMatch(expected);
  });

  it('throws for a tenant without a platform', async () => {
    const { deps } = await start();
    await expect(deps.database.read((unit) => findPlatform(unit, 999_999))).rejects.toThrow(
      'tenant 999999 has no platform',
    );
  });
});
