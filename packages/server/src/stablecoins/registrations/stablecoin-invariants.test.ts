import { describe, expect, it } from 'vitest';
import { breachesIn } from '../../../test/breaches-after.ts';
import { decide, enableToken, linkProvider, registerToken } from '../../../test/stablecoins.ts';

const found = breachesIn(
  async (server) => {
    await linkProvider(server);
    await enableToken(server, 'EXD');
    await decide(server, await enableToken(server, 'EXE'), 'DISABLE');
    await registerToken(server, 'EXF');
  },
  { currencies: ['USD'] },
);

/** Each planted fault and the invariant that must name it. */
const faults: readonly [name: string, fault: string][] = [
  ['stablecoins-have-links', "UPDATE stablecoins SET link_id = 'StablecoinProviderAccount:1'"],
  ['stablecoins-have-links', 'UPDATE stablecoin_provider_accounts SET tenant = tenant + 1'],
  ['stablecoins-have-links', "UPDATE stablecoin_provider_accounts SET provider = 'SOMEBODY'"],
  ['enabled-stablecoins-are-currencies', "UPDATE platform_tokens SET is_enabled = 0 WHERE code = 'EXD'"],
  ['enabled-stablecoins-are-currencies', "UPDATE platform_tokens SET is_enabled = 1 WHERE code = 'EXE'"],
  ['enabled-stablecoins-are-currencies', "UPDATE stablecoins SET service_operations_status = 'ENABLED'"],
  ['accounts-in-tokens-say-which', "UPDATE internal_accounts SET token = NULL WHERE currency = 'EXD'"],
  [
    'accounts-in-tokens-say-which',
    "UPDATE internal_accounts SET token = (SELECT description FROM platform_tokens WHERE code = 'EXE') WHERE currency = 'EXD'",
  ],
  [
    'accounts-in-tokens-say-which',
    "UPDATE internal_accounts SET token = (SELECT description FROM platform_tokens WHERE code = 'EXD') WHERE currency = 'USD'",
  ],
];

describe('verifying stablecoins', () => {
  it('finds nothing in a healthy store', async () => {
    expect(await found('SELECT 1')).toEqual([]);
  });

  it.each(faults)('names %s alone after %s', async (name, fault) => {
    expect(await found(fault)).toEqual([name]);
  });
});
