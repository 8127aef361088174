import { describe, expect, it } from 'vitest';
import { breachesIn } from '../../../test/breaches-after.ts';
import { expectStatus } from '../../../test/caller.ts';
import { invite, newAddress } from '../../../test/invitations.ts';

const found = breachesIn(async (server) => {
  await invite(server);
  const { code } = await invite(server, { expiresAt: '2025-01-02T00:00:00.000Z' });
  const inviteeUma = await newAddress(server);
  expectStatus(await server.request('POST', `/invitations/${code}/claim`, { inviteeUma }), 200);
});

/** Each planted fault of an invitation in that state. */
const faults: readonly [status: string, fault: string][] = [
  ['CLAIMED', 'invitee_uma = NULL'],
  ['CLAIMED', 'claimed_at = NULL'],
  ['CLAIMED', "claimed_at = '2024-12-31T23:59:59.999Z'"],
  ['CLAIMED', 'claimed_at = expires_at'],
  ['CLAIMED', "status = 'CANCELLED', invitee_uma = NULL, claimed_at = NULL"],
  ['PENDING', "invitee_uma = '$ada@uma.example.com'"],
  ['PENDING', 'claimed_at = created_at'],
  ['PENDING', "status = 'EXPIRED'"],
];

describe('verifying invitations', () => {
  it('finds nothing in a healthy store', async () => {
    expect(await found('SELECT 1')).toEqual([]);
  });

  it.each(faults)('names claims-of-invitations after a %s one has %s', async (status, fault) => {
    expect(await found(`UPDATE invitations SET ${fault} WHERE status = '${status}'`)).toEqual([
      'claims-of-invitations',
    ]);
  });

  it('names claims-of-invitations after a claim loses its event', async () => {
    const claim = "(SELECT id FROM invitations WHERE status = 'CLAIMED')";
    const lost = `DELETE FROM deliveries WHERE resource_id = ${claim}; DELETE FROM events WHERE resource_id = ${claim}`;
    expect(await found(`${lost}; UPDATE invitations SET sequence = 0`)).toEqual(['claims-of-invitations']);
  });
});
