import { expect, it } from 'vitest';
import { issuedCard, makeHolder } from '../../../test/cards.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';

const records = (server: TestServer) =>
  server.deps.database.read((unit) =>
    unit.select((db) => db.selectFrom('card_reveals').selectAll().where('tenant', '=', server.tenant)),
  );

oneEngine('the number of a card', (start) => {
  it('gets a new page per call, valid for five minutes, and each call is recorded with its token', async () => {
    const server = await start();
    const card = await issuedCard(server, await makeHolder(server));
    const manager = await server.withToken(['MANAGE']);
    const pages = [
      await server.request('POST', `/cards/${card.id}/reveal`),
      await manager.request('POST', `/cards/${card.id}/reveal`),
    ];
    expect(pages.map(({ status, body }) => [status, body.expiresAt])).toEqual(
      Array(2).fill([200, plusMs(server.clock.now(), 5 * minuteMs)]),
    );
    const urls = pages.map(({ body }) => body.panEmbedUrl as string);
    expect(new Set(urls).size).toBe(2);
    expect(urls[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hosted\/cards\/[\w-]{43}$/);
    const kept = await records(server);
    expect(kept.map(({ card_id, opened_at }) => [card_id, opened_at])).toEqual(Array(2).fill([card.id, null]));
    expect(new Set(kept.map(({ token_id }) => token_id)).size).toBe(2);
    for (const url of urls) expect(JSON.stringify(kept)).not.toContain(url.slice(-43));
  });

  it('is shown for a frozen card and refused for a closed or unissued one', async () => {
    const server = await start();
    const holder = await makeHolder(server);
    const card = await issuedCard(server, holder);
    const reveal = async (id: string): Promise<string> => {
      const { body } = await server.request('POST', `/cards/${id}/reveal`);
      return body.code ?? 'shown';
    };
    await server.request('PATCH', `/cards/${card.id}`, { state: 'FROZEN' });
    expect(await reveal(card.id)).toBe('shown');
    await server.request('PATCH', `/cards/${card.id}`, { state: 'CLOSED' });
    expect(await reveal(card.id)).toBe('CONFLICT');
    for (const platformCardId of ['card-001', 'card-002'])
      expect(await reveal((await issuedCard(server, holder, { platformCardId })).id)).toBe('CONFLICT');
    expect(await records(server)).toHaveLength(1);
  });

  it('is refused to another platform and to a token without MANAGE', async () => {
    const [server, other] = [await start(), await start()];
    const card = await issuedCard(server, await makeHolder(server));
    const path = `/cards/${card.id}/reveal`;
    expect((await other.request('POST', path)).body.code).toBe('NOT_FOUND');
    expect((await (await server.withToken(['VIEW', 'TRANSACT'])).request('POST', path)).body.code).toBe('FORBIDDEN');
    expect(await records(server)).toEqual([]);
  });
});
