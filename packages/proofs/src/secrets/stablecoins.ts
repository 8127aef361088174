import { sampleAccounts } from '../../../server/test/sample-accounts.ts';
import type { Scene } from './scene.ts';

/** The credentials from a stablecoin provider, both accepted and refused ones. */
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
  const { body: stablecoin } = await caller.send('POST', '/stablecoins', token, key('token'));
  await mintTokens({ caller, marks }, stablecoin.id);
}

/** The platform's note on a mint, which is free text. */
async function mintTokens({ caller, marks }: Scene, stablecoinId: string): Promise<void> {
  await caller.call('POST', '/sandbox/clock/advance', { seconds: 4 });
  const { body: wallet } = await caller.send('POST', '/platform/external-accounts', sampleAccounts.SPARK_WALLET);
  const order = {
    amount: '1000000',
    fundingSource: { type: 'WIRE' },
    destination: { accountId: wallet.id },
    description: marks.add('note on a mint', 'Marked note for the treasury of Ada'),
  };
  const path = `/stablecoins/${stablecoinId}/mints`;
  const { body: mint } = await caller.send('POST', path, order, { 'idempotency-key': 'marked mint' });
  await caller.call('POST', `/sandbox/stablecoin-operations/${mint.id}/fund`, {});
  await caller.call('GET', `/stablecoin-operations/${mint.id}`);
}
