import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { endpoint, invite, newAddress } from '../../../test/invitations.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';

oneEngine('claimInvitation', (start) => {
  it('sets the invitation to CLAIMED and emits INVITATION.CLAIMED to the inviting platform only', async () => {
    const [server, other] = [await start(), await start()];
    const { code, inviterUma } = await invite(server, { firstName: 'Grace', amountToSend: 2_500 });
    await other.request('PATCH', '/config', endpoint);
    const inviteeUma = await newAddress(other);
    const before = await committedEvents(other);
    const { status, body } = await other.request('POST', `/invitations/${code}/claim`, { inviteeUma });
    const claimed = { status: 'CLAIMED', inviterUma, inviteeUma, claimedAt: '2025-01-01T00:00:00.000Z' };
    expect([status, body]).toEqual([200, { ...body, ...claimed }]);
    // Each of the two servers is reached at its own address.
    const { url } = (await server.request('GET', `/invitations/${code}`)).body;
    expect((await server.request('GET', `/invitations/${code}`)).body).toEqual({ ...body, url });
    const told = (await committedEvents(server)).filter(({ type }) => type === 'INVITATION.CLAIMED');
    expect(told).toEqual([{ type: 'INVITATION.CLAIMED', resourceId: expect.any(String), sequence: 1, data: body }]);
    expect(await committedEvents(other)).toEqual(before);
  });

  it('is refused, with the status, once the invitation is CLAIMED, CANCELLED or EXPIRED', async () => {
    const server = await start();
    const inviteeUma = await newAddress(server);
    const [claimed, cancelled, expired] = [
      await invite(server),
      await invite(server),
      await invite(server, { expiresAt: '2025-01-01T00:01:00.000Z' }),
    ];
    await server.request('POST', `/invitations/${claimed.code}/claim`, { inviteeUma });
    await server.request('POST', `/invitations/${cancelled.code}/cancel`);
    await server.advance(60_000);
    for (const [{ code }, refusal, details] of [
      [claimed, 'INVITATION_ALREADY_CLAIMED', { status: 'CLAIMED', inviteeUma }],
      [cancelled, 'INVITATION_CANCELLED', { status: 'CANCELLED' }],
      [expired, 'INVITATION_CANCELLED', { status: 'EXPIRED', expirationTime: '2025-01-01T00:01:00.000Z' }],
    ] as const) {
      for (const answer of [
        await server.request('POST', `/invitations/${code}/claim`, { inviteeUma }),
        await server.request('POST', `/invitations/${code}/cancel`),
      ])
        expect([answer.status, answer.body.code, answer.body.details]).toEqual([400, refusal, details]);
    }
  });

  it('refuses the inviter, a customer of another platform and an unknown UMA address', async () => {
    const [server, other] = [await start(), await start()];
    const { code, inviterUma } = await invite(server);
    const foreign = await newAddress(other, { umaAddress: '$stranger@uma.example.com' });
    for (const inviteeUma of [inviterUma, foreign, '$nobody@uma.example.com']) {
      const answer = await server.request('POST', `/invitations/${code}/claim`, { inviteeUma });
      expect([answer.body.code, refusedFields(answer)]).toEqual(['INVALID_INPUT', ['inviteeUma']]);
    }
    expect((await server.request('GET', `/invitations/${code}`)).body.status).toBe('PENDING');
  });

  it('refuses a renamed inviter, and accepts a customer who took over the former address', async () => {
    const server = await start();
    const { code, inviterUma } = await invite(server);
    const listed = await server.request('GET', `/customers?umaAddress=${encodeURIComponent(inviterUma)}`);
    const [inviter] = listed.body.data;
    const renamed = inviterUma.replace('$', '$new-');
    const change = { customerType: 'INDIVIDUAL', umaAddress: renamed };
    expect((await server.request('PATCH', `/customers/${inviter.id}`, change)).status).toBe(200);
    const claim = (inviteeUma: string) => server.request('POST', `/invitations/${code}/claim`, { inviteeUma });
    expect(refusedFields(await claim(renamed))).toEqual(['inviteeUma']);
    const another = await newAddress(server, { umaAddress: inviterUma });
    expect((await claim(another)).body.status).toBe('CLAIMED');
  });
});

eachEngine('an invitation under parallel requests', (start) => {
  it('is claimed by one of 16 parallel requests, and the refusals name the invitee', async () => {
    const server = await start();
    const { code } = await invite(server);
    const addresses: string[] = [];
    for (let made = 0; made < 16; made += 1) addresses.push(await newAddress(server));
    const answers = await Promise.all(
      addresses.map((inviteeUma) => server.request('POST', `/invitations/${code}/claim`, { inviteeUma })),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    const { inviteeUma } = winners[0]?.body ?? {};
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => [body.code, body.details]);
    expect(refused).toEqual(Array(15).fill(['INVITATION_ALREADY_CLAIMED', { status: 'CLAIMED', inviteeUma }]));
    expect((await committedEvents(server)).filter(({ type }) => type === 'INVITATION.CLAIMED')).toHaveLength(1);
  });

  it('is claimed by one of two requests that wait for a lock on it', async () => {
    const server = await start();
    const { code } = await invite(server);
    const [first, second] = [await newAddress(server), await newAddress(server)];
    // No one changes the invitation while this unit is open, and on PostgreSQL everyone can read it.
    const answers = await server.bare.transaction(async (unit) => {
      await unit.select((db) =>
        db.updateTable('invitations').set({ status: 'PENDING' }).where('tenant', '=', server.tenant).returning('id'),
      );
      const asked = [first, second].map((inviteeUma) =>
        server.request('POST', `/invitations/${code}/claim`, { inviteeUma }),
      );
      await untilWaiting(server.bare, ...asked);
      return { asked };
    });
    const statuses = (await Promise.all(answers.asked)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 400]);
  });

  it('is either claimed or cancelled when both are requested in parallel', async () => {
    const server = await start();
    for (let round = 0; round < 5; round += 1) {
      const { code } = await invite(server);
      const inviteeUma = await newAddress(server);
      const answers = await Promise.all([
        server.request('POST', `/invitations/${code}/claim`, { inviteeUma }),
        server.request('POST', `/invitations/${code}/cancel`),
      ]);
      const { body } = await server.request('GET', `/invitations/${code}`);
      const won = answers.filter(({ status }) => status === 200);
      expect(won.map(({ body: shown }) => shown)).toEqual([body]);
    }
    await expectHealthy(server);
  });
});
