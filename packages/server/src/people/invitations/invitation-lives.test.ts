import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { makeInviter, newAddress } from '../../../test/invitations.ts';
import { createSeededRandom } from '../../ground/ids/random.ts';

/** The rules of one invitation, without a database. */
interface Life {
  readonly code: string;
  readonly expiresAtMs: number;
  status: 'PENDING' | 'CLAIMED' | 'CANCELLED';
}

const steps = 150;

oneEngine('the statuses of invitations', (start) => {
  it.each([11, 12])('match a model after each of 150 random steps (seed %i)', async (seed) => {
    const [server, other] = [await start(), await start()];
    const random = createSeededRandom(seed);
    const draw = (count: number): number => (random.bytes(1)[0] ?? 0) % count;
    const inviterUma = await makeInviter(server);
    const claimants = [
      { platform: server, inviteeUma: await newAddress(server) },
      { platform: other, inviteeUma: await newAddress(other) },
    ] as const;
    const lives: Life[] = [];
    const nowMs = (): number => Date.parse(server.clock.now());
    const statusOf = ({ status, expiresAtMs }: Life): string =>
      status === 'PENDING' && expiresAtMs <= nowMs() ? 'EXPIRED' : status;
    for (let step = 0; step < steps; step += 1) {
      const life = lives[draw(Math.max(lives.length, 1))];
      const deed = draw(5);
      if (life === undefined || deed === 0) {
        const expiresAtMs = nowMs() + (1 + draw(40)) * 60_000;
        const expiresAt = new Date(expiresAtMs).toISOString();
        const { body } = await server.request('POST', '/invitations', { inviterUma, expiresAt });
        lives.push({ code: body.code, expiresAtMs, status: 'PENDING' });
        continue;
      }
      const wasPending = statusOf(life) === 'PENDING';
      const passedMs = deed === 1 ? draw(10) * 60_000 : 0;
      for (const process of [server, other]) await process.step(passedMs);
      if (deed === 2 || deed === 3) {
        const [verb, to] = deed === 2 ? (['claim', 'CLAIMED'] as const) : (['cancel', 'CANCELLED'] as const);
        const { platform, inviteeUma } = claimants[deed === 2 ? draw(2) : 0] ?? claimants[0];
        const path = `/invitations/${life.code}/${verb}`;
        const answer = await platform.request('POST', path, verb === 'claim' ? { inviteeUma } : undefined);
        expect([step, verb, answer.status]).toEqual([step, verb, wasPending ? 200 : 400]);
        if (wasPending) life.status = to;
      }
      const { body } = await other.request('GET', `/invitations/${life.code}`);
      expect([step, body.status]).toEqual([step, statusOf(life)]);
    }
    const claimed = lives.filter(({ status }) => status === 'CLAIMED').length;
    const told = (await committedEvents(server)).filter(({ type }) => type === 'INVITATION.CLAIMED');
    expect([told.length, claimed > 0]).toEqual([claimed, true]);
    await expectHealthy(server);
  });
});
