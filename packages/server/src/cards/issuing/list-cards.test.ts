import { expect, it } from 'vitest';
import { issuedCard, makeHolder } from '../../../test/cards.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { sqlitePlanOf } from '../../../test/query-plans.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { secondMs } from '../../ground/clock/instant.ts';
import { listCardRows } from './list-cards.ts';

const ids = async (server: TestServer, query = ''): Promise<string[]> =>
  (await server.request('GET', `/cards${query}`)).body.data.map(({ id }: { id: string }) => id);

eachEngine('the list of cards', (start, engine) => {
  it('has the newest first, or the oldest with sortOrder=asc, closed cards included', async () => {
    const [server, other] = [await start(), await start()];
    const holder = await makeHolder(server);
    await issuedCard(other, await makeHolder(other));
    const cards: string[] = [];
    for (const platformCardId of ['a', 'b-002', 'c']) {
      cards.push((await issuedCard(server, holder, { platformCardId })).id);
      await server.advance(secondMs);
    }
    expect(await ids(server)).toEqual(cards.toReversed());
    expect(await ids(server, '?sortOrder=asc')).toEqual(cards);
    const { body } = await server.request('GET', '/cards');
    expect(body.data[0]).toEqual((await server.request('GET', `/cards/${cards[2]}`)).body);
  });

  it('is read page by page in either order', async () => {
    const server = await start();
    const holder = await makeHolder(server);
    for (let count = 0; count < 5; count += 1) await issuedCard(server, holder);
    for (const order of ['asc', 'desc']) {
      const seen: string[] = [];
      let cursor = '';
      for (let pages = 0; pages < 3; pages += 1) {
        const { body } = await server.request('GET', `/cards?limit=2&sortOrder=${order}${cursor}`);
        seen.push(...body.data.map(({ id }: { id: string }) => id));
        expect(body.hasMore).toBe(pages < 2);
        cursor = `&cursor=${body.nextCursor}`;
      }
      expect(seen).toEqual(await ids(server, `?sortOrder=${order}`));
      expect(new Set(seen).size).toBe(5);
    }
  });

  it('is filtered by cardholder, funding source, platformCardId and state, alone and together', async () => {
    const server = await start({ currencies: ['USD', 'USDB'] });
    const [one, other] = [await makeHolder(server), await makeHolder(server)];
    const wallet = { fundingSources: [one.accounts['USDB']] };
    const ofOne = await issuedCard(server, one, { platformCardId: 'card-1' });
    const ofWallet = await issuedCard(server, one, wallet);
    const ofOther = await issuedCard(server, other);
    await server.request('PATCH', `/cards/${ofWallet.id}`, { state: 'FROZEN' });
    for (const [query, expected] of [
      [`cardholderId=${one.customerId}`, [ofWallet, ofOne]],
      [`accountId=${one.accounts['USDB']}`, [ofWallet]],
      [`accountId=${other.accounts['USD']}`, [ofOther]],
      ['platformCardId=card-1', [ofOne]],
      ['platformCardId=card-', []],
      ['state=FROZEN', [ofWallet]],
      ['state=ACTIVE', [ofOther, ofOne]],
      [`state=ACTIVE&cardholderId=${one.customerId}`, [ofOne]],
      [`state=CLOSED&cardholderId=${one.customerId}`, []],
    ] as const) {
      expect([query, await ids(server, `?${query}`)]).toEqual([query, expected.map(({ id }) => id)]);
    }
  });

  it('returns nothing for filters with ids of another platform', async () => {
    const [server, other] = [await start(), await start()];
    const holder = await makeHolder(server);
    await issuedCard(server, holder, { platformCardId: 'card-1' });
    for (const query of [
      'platformCardId=card-1',
      `cardholderId=${holder.customerId}`,
      `accountId=${holder.accounts['USD']}`,
    ])
      expect(await ids(other, `?${query}`)).toEqual([]);
  });

  it('refuses an unknown state, an unknown sort order and a cursor it did not make', async () => {
    const server = await start();
    for (const query of ['state=OPEN', 'cursor=x', 'accountId=1', 'sortOrder=newest'])
      expect((await server.request('GET', `/cards?${query}`)).body.code).toBe('INVALID_INPUT');
  });

  it.runIf(engine === 'sqlite')('reads each page from an index, in its order', async () => {
    const {
      tenant,
      deps: { database },
    } = await start();
    const cardholderId = 'Customer:00000000-0000-7000-8000-000000000000';
    const expected: readonly (readonly [Parameters<typeof listCardRows>[2], string])[] = [
      [{}, 'newest'],
      [{ sortOrder: 'asc' }, 'newest'],
      [{ cardholderId }, 'of_cardholder'],
      [{ state: 'ACTIVE' }, 'in_state'],
      [{ platformCardId: 'card-1' }, 'by_platform_card_id'],
    ];
    const accountId = 'InternalAccount:00000000-0000-7000-8000-000000000000';
    const page = { limit: 50, order: 'desc', after: undefined } as const;
    const ofAccount = await database.read((unit) =>
      sqlitePlanOf(unit, (listening) => listCardRows(listening, tenant, { accountId, state: 'ACTIVE' }, page)),
    );
    expect(ofAccount).toContainEqual(expect.stringMatching(/^SEARCH cards USING INDEX sqlite_autoindex_cards_1 /));
    for (const [query, index] of expected) {
      const page = { limit: 50, order: query.sortOrder ?? 'desc', after: undefined } as const;
      const plan = await database.read((unit) =>
        sqlitePlanOf(unit, (listening) => listCardRows(listening, tenant, query, page)),
      );
      expect([query, plan]).toEqual([
        query,
        [expect.stringMatching(new RegExp(`^SEARCH cards USING INDEX cards_${index} `))],
      ]);
    }
  });
});
