import type { Scene } from './scene.ts';

/** What a provider of stablecoins gave the platform, taken and refused. */
export async function linkProvider({ caller, marks }: Scene): Promise<void> {
  const given = {
    provider: 'STABLECOIN_ISSUER',
    apiClientId: marks.add('provider client id', 'marked-client-4f6a8c0e'),
    apiClientSecret: marks.add('provider client secret', 'marked-secret-of-the-provider-9q2x'),
  };
  const key = (name: string) => ({ 'idempotency-key': `marked link ${name}` });
  const path = '/stablecoin-provider-accounts';
  const refused = marks.add('refused provider secret', 'marked-secret-refused-002');
  await caller.send('POST', path, { ...given, apiClientSecret: refused }, key('refused'));
  const { body: link } = await caller.send('POST', path, given, key('taken'));
  await caller.send('POST', path, given, key('again'));
  await caller.call('GET', `${path}/${link.id}`);
  const token = { providerTokenIdentifier: 'MRK', networkTokenIdentifier: 'btkn1marked', network: 'SPARK' };
  await caller.send('POST', '/stablecoins', token, key('token'));
}
