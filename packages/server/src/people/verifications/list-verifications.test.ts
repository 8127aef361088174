import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { readyPerson, submit } from '../../../test/verification-packets.ts';

const withPaperwork = { skipsVerificationPaperwork: false } as const;

eachEngine('verifications', (start) => {
  it('are listed newest first, in pages, filtered by customer and status, and to their platform only', async () => {
    const server = await start(withPaperwork);
    const ids: string[] = [];
    for (const suffix of ['', ' 001', ' 002']) {
      await server.advance(1_000);
      const { customerId } = await readyPerson(server, suffix);
      ids.unshift((await submit(server, customerId)).body.id);
    }
    const idsIn = async (query: string, from = server): Promise<string[]> =>
      (await from.request('GET', `/verifications${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await idsIn('')).toEqual(ids);
    expect(await idsIn('?verificationStatus=APPROVED')).toEqual([ids[2]]);
    const { body } = await server.request('GET', `/verifications/${ids[1]}`);
    expect(await idsIn(`?customerId=${body.customerId}`)).toEqual([ids[1]]);
    const { body: page } = await server.request('GET', '/verifications?limit=2');
    expect(await idsIn(`?limit=2&cursor=${page.nextCursor}`)).toEqual([ids[2]]);
    const stranger = await start(withPaperwork);
    expect(await idsIn('', stranger)).toEqual([]);
    expect(await stranger.request('GET', `/verifications/${ids[0]}`)).toMatchObject({
      status: 404,
      body: { code: 'VERIFICATION_NOT_FOUND' },
    });
    for (const query of ['?verificationStatus=DONE', '?customerId=x', '?cursor=x']) {
      expect((await server.request('GET', `/verifications${query}`)).status).toBe(400);
    }
  });
});
