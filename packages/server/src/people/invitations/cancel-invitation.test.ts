import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { invite } from '../../../test/invitations.ts';

oneEngine('cancelInvitation', (start) => {
  it('sets the invitation to CANCELLED and emits no event', async () => {
    const server = await start();
    const { code } = await invite(server);
    const before = await committedEvents(server);
    const { status, body } = await server.request('POST', `/invitations/${code}/cancel`);
    expect([status, body.status]).toEqual([200, 'CANCELLED']);
    expect((await server.request('GET', `/invitations/${code}`)).body).toEqual(body);
    expect(await committedEvents(server)).toEqual(before);
  });

  it('refuses another platform with FORBIDDEN', async () => {
    const [server, other] = [await start(), await start()];
    const { code } = await invite(server);
    const answer = await other.request('POST', `/invitations/${code}/cancel`);
    expect([answer.status, answer.body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await server.request('GET', `/invitations/${code}`)).body.status).toBe('PENDING');
  });
});
