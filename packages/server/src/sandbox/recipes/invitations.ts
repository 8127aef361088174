import type { Maker } from './maker.ts';
import { approvedPerson } from './people.ts';

/** A customer invites a person, who becomes a customer and claims the invitation. */
export async function claimedInvitation(maker: Maker): Promise<void> {
  const { umaAddress: inviterUma } = await approvedPerson(maker);
  const { code: invitationCode } = await maker.ask('createInvitation', { body: { inviterUma } });
  const { umaAddress: inviteeUma } = await approvedPerson(maker, 'Grace Hopper');
  await maker.ask('claimInvitation', { path: { invitationCode }, body: { inviteeUma } });
}
