import { describe, expect, it } from 'vitest';
import { breachesIn } from '../../../test/breaches-after.ts';
import { expectStatus } from '../../../test/caller.ts';
import { issueCard } from '../../../test/cards.ts';
import { newDevice, newWallet, openTestSession, signedHeaders, withWallets } from '../../../test/embedded-wallets.ts';
import type { TestServer } from '../../../test/test-server.ts';

async function makeActiveKey(server: TestServer): Promise<void> {
  const { customerId, accountId } = await newWallet(server);
  const device = newDevice(server);
  await openTestSession(server, accountId, device);
  const body = {
    cardId: await issueCard(server, customerId, accountId),
    internalAccountId: accountId,
    nickname: 'Card',
  };
  const send = (headers = {}) => server.request('POST', '/auth/delegated-keys', body, headers);
  const second = await send(signedHeaders(device, await send()));
  expect(expectStatus(await send(signedHeaders(device, second)), 201).status).toBe('ACTIVE');
}

const found = breachesIn(async (server) => {
  for (let count = 0; count < 2; count += 1) await makeActiveKey(server);
}, withWallets);

/** Each planted fault and the invariant that must name it. */
const faults: readonly [name: string, fault: string][] = [
  ['active-keys-have-cards', "UPDATE cards SET state = 'CLOSED', state_reason = 'CLOSED_BY_PLATFORM'"],
  ['active-keys-have-cards', "UPDATE delegated_keys SET funding_source_id = 'CardFundingSource:' || id"],
  [
    'active-keys-have-cards',
    'UPDATE delegated_keys SET account_id = (SELECT s.account_id FROM card_funding_sources s WHERE s.id <> funding_source_id)',
  ],
];

describe('verifying delegated keys', () => {
  it('finds nothing in a healthy store', async () => {
    expect(await found('SELECT 1')).toEqual([]);
  });

  it.each(faults)('names %s alone after %s', async (name, fault) => {
    expect(await found(fault)).toEqual([name]);
  });

  it('allows a revoked key to be of a closed card', async () => {
    const closed = "UPDATE cards SET state = 'CLOSED', state_reason = 'CLOSED_BY_PLATFORM'";
    expect(await found(`UPDATE delegated_keys SET status = 'REVOKED'; ${closed}`)).toEqual([]);
  });
});
