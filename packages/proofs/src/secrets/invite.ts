import type { Payer, Scene } from './scene.ts';

/** An invitation that is claimed and one that nobody has: who has the code can claim what was promised. */
export async function invite({ caller, marks }: Scene, { umaAddress: inviterUma }: Payer): Promise<void> {
  const firstName = marks.add('invitation.firstName', 'Markfriedelinde');
  for (const status of ['PENDING', 'CLAIMED'] as const) {
    const { code } = await caller.call('POST', '/invitations', { inviterUma, firstName, amountToSend: 2_500 });
    // As the end of its address: eight hexadecimal characters alone turn up by chance.
    marks.add(`code of a ${status} invitation`, `/i/${code}`);
    if (status === 'PENDING') continue;
    const friend = await caller.call('POST', '/customers', { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper' });
    await caller.call('POST', `/invitations/${code}/claim`, { inviteeUma: friend.umaAddress });
    await caller.send('POST', `/invitations/${code}/cancel`);
  }
}
