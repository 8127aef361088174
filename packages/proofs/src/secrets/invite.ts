import type { Payer, Scene } from './scene.ts';

/** A claimed invitation and an unclaimed one: the code alone allows the claim. */
export async function invite({ caller, marks }: Scene, { umaAddress: inviterUma }: Payer): Promise<void> {
  const firstName = marks.add('invitation.firstName', 'Markfriedelinde');
  for (const status of ['PENDING', 'CLAIMED'] as const) {
    const { code } = await caller.call('POST', '/invitations', { inviterUma, firstName, amountToSend: 2_500 });
    // With the start of its address, because eight hexadecimal characters alone occur by chance.
    marks.add(`code of a ${status} invitation`, `/i/${code}`);
    if (status === 'PENDING') continue;
    const friend = await caller.call('POST', '/customers', { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper' });
    await caller.call('POST', `/invitations/${code}/claim`, { inviteeUma: friend.umaAddress });
    await caller.send('POST', `/invitations/${code}/cancel`);
  }
}
