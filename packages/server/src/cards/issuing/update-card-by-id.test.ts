import { expect, it } from 'vitest';
import { issuedCard, makeHolder } from '../../../test/cards.ts';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine, oneEngine, type Start } from '../../../test/each-engine.ts';
import type { Sender } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

interface Scene {
  readonly server: TestServer;
  readonly holder: Sender;
  // biome-ignore lint/suspicious/noExplicitAny: cards are checked against the specification
  readonly card: any;
  change(body: object): Promise<Answer>;
  codeOf(body: object): Promise<[number, string]>;
}

async function scene(start: Start, parts: object = {}): Promise<Scene> {
  const server = await start({ currencies: ['USD', 'EUR', 'USDB'] });
  const holder = await makeHolder(server);
  const card = await issuedCard(server, holder, parts);
  const change = (body: object): Promise<Answer> => server.request('PATCH', `/cards/${card.id}`, body);
  const codeOf = async (body: object): Promise<[number, string]> => {
    const answer = await change(body);
    return [answer.status, answer.body.code];
  };
  return { server, holder, card, change, codeOf };
}

oneEngine('a change of a card', (start) => {
  it('freezes, unfreezes and closes the card from either state, with one event each', async () => {
    const { server, card, change } = await scene(start);
    const moves = [
      ['FROZEN', null],
      ['ACTIVE', null],
      ['FROZEN', null],
      ['CLOSED', 'CLOSED_BY_PLATFORM'],
    ] as const;
    for (const [state, stateReason] of moves) {
      await server.advance(minuteMs);
      const { status, body } = await change({ state });
      expect([status, body]).toEqual([200, { ...card, state, stateReason, updatedAt: server.clock.now() }]);
      const last = (await committedEvents(server, card.id)).at(-1);
      expect(last).toMatchObject({ type: 'CARD.STATE_CHANGE', data: body });
    }
    const active = await scene(start);
    expect((await active.change({ state: 'CLOSED' })).body.stateReason).toBe('CLOSED_BY_PLATFORM');
    expect((await committedEvents(server, card.id)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  });

  it('replaces the whole list of funding sources on an active and on a frozen card', async () => {
    const { server, holder, card, change } = await scene(start);
    const wallet = [holder.accounts['USDB']];
    const { status, body } = await change({ fundingSources: wallet });
    expect([status, body]).toEqual([200, { ...card, fundingSources: wallet, currency: 'USD' }]);
    await change({ state: 'FROZEN' });
    await change({ fundingSources: card.fundingSources });
    await change({ fundingSources: card.fundingSources });
    const events = await committedEvents(server, card.id);
    expect(events.map(({ type, data }) => [type, data.state, data.fundingSources])).toEqual([
      ['CARD.STATE_CHANGE', 'ACTIVE', card.fundingSources],
      ['CARD.FUNDING_SOURCE_CHANGE', 'ACTIVE', wallet],
      ['CARD.STATE_CHANGE', 'FROZEN', wallet],
      ['CARD.FUNDING_SOURCE_CHANGE', 'FROZEN', card.fundingSources],
      ['CARD.FUNDING_SOURCE_CHANGE', 'FROZEN', card.fundingSources],
    ]);
  });

  it('keeps the id of a funding source that stays, and makes a new one for an account that returns', async () => {
    const { server, holder, card, change } = await scene(start);
    const bonds = async (): Promise<Record<string, string>> => {
      const rows = await server.deps.database.read((unit) =>
        unit.select((db) => db.selectFrom('card_funding_sources').selectAll().where('card_id', '=', card.id)),
      );
      return Object.fromEntries(rows.map(({ account_id: accountId, id }) => [accountId, id]));
    };
    const before = await bonds();
    await change({ fundingSources: card.fundingSources });
    expect(await bonds()).toEqual(before);
    await change({ fundingSources: [holder.accounts['USDB']] });
    await change({ fundingSources: card.fundingSources });
    expect(Object.keys(await bonds())).toEqual(Object.keys(before));
    expect(await bonds()).not.toEqual(before);
  });

  it('changes state and funding sources together, and both events show the card after both', async () => {
    const { server, holder, card, change } = await scene(start);
    const { body } = await change({
      state: 'FROZEN',
      fundingSources: [holder.accounts['USDB']],
      maxSpendPerTransaction: 7,
    });
    expect(body).toMatchObject({
      state: 'FROZEN',
      fundingSources: [holder.accounts['USDB']],
      maxSpendPerTransaction: 7,
    });
    const events = (await committedEvents(server, card.id)).slice(1);
    expect(events.map(({ type, sequence, data }) => [type, sequence, data])).toEqual([
      ['CARD.STATE_CHANGE', 2, body],
      ['CARD.FUNDING_SOURCE_CHANGE', 3, body],
    ]);
  });

  it('sets and removes a spending limit without an event', async () => {
    const { server, card, change } = await scene(start);
    expect((await change({ maxSpendPerTransaction: 5_000 })).body.maxSpendPerTransaction).toBe(5_000);
    expect((await change({ state: 'FROZEN' })).body.maxSpendPerTransaction).toBe(5_000);
    expect((await change({ maxSpendPerTransaction: null })).body.maxSpendPerTransaction).toBeNull();
    expect((await committedEvents(server, card.id)).map(({ type }) => type)).toEqual([
      'CARD.STATE_CHANGE',
      'CARD.STATE_CHANGE',
    ]);
  });

  it('is refused with INVALID_STATE_TRANSITION for a state the card cannot move to', async () => {
    const active = await scene(start);
    expect(await active.codeOf({ state: 'ACTIVE' })).toEqual([409, 'INVALID_STATE_TRANSITION']);
    await active.change({ state: 'FROZEN' });
    expect(await active.codeOf({ state: 'FROZEN' })).toEqual([409, 'INVALID_STATE_TRANSITION']);
    const unmade = await scene(start, { platformCardId: 'card-001' });
    for (const state of ['ACTIVE', 'FROZEN', 'CLOSED'])
      expect(await unmade.codeOf({ state })).toEqual([409, 'INVALID_STATE_TRANSITION']);
  });

  it('is refused on a closed card with its own code for closing, moving and changing it', async () => {
    const { card, change, codeOf, server } = await scene(start);
    await change({ state: 'CLOSED' });
    const { fundingSources } = card;
    for (const [body, code] of [
      [{ state: 'CLOSED' }, 'CARD_ALREADY_CLOSED'],
      [{ state: 'ACTIVE' }, 'INVALID_STATE_TRANSITION'],
      [{ state: 'FROZEN' }, 'INVALID_STATE_TRANSITION'],
      [{ state: 'ACTIVE', fundingSources }, 'INVALID_STATE_TRANSITION'],
      [{ fundingSources }, 'CARD_NOT_MUTABLE'],
      [{ maxSpendPerTransaction: 1 }, 'CARD_NOT_MUTABLE'],
      [{ maxSpendPerTransaction: null }, 'CARD_NOT_MUTABLE'],
    ] as const)
      expect([body, ...(await codeOf(body))]).toEqual([body, 409, code]);
    expect(await committedEvents(server, card.id)).toHaveLength(2);
  });

  it('takes a spending limit but no funding sources while the card is PROCESSING', async () => {
    const { server, holder, card, change, codeOf } = await scene(start, { platformCardId: 'card-005' });
    expect(card.state).toBe('PROCESSING');
    expect((await change({ maxSpendPerTransaction: 9 })).status).toBe(200);
    const fundingSources = [holder.accounts['USDB']];
    expect(await codeOf({ fundingSources })).toEqual([409, 'CARD_NOT_MUTABLE']);
    await server.advance(minuteMs);
    const { status, body } = await change({ fundingSources });
    expect([status, body]).toMatchObject([200, { state: 'ACTIVE', maxSpendPerTransaction: 9, fundingSources }]);
  });

  it('is refused as a whole when a funding source cannot pay for the card', async () => {
    const { server, holder, card, codeOf } = await scene(start);
    const neighbour = await makeHolder(server);
    const own = (currency: string): string => holder.accounts[currency] ?? '';
    for (const [fundingSources, status, code] of [
      [[own('EUR')], 400, 'FUNDING_SOURCE_INELIGIBLE'],
      [[neighbour.accounts['USD']], 400, 'FUNDING_SOURCE_INELIGIBLE'],
      [[own('USD'), own('USDB')], 400, 'FUNDING_SOURCE_INELIGIBLE'],
      [[own('USD').replace(/...$/, '002')], 400, 'FUNDING_SOURCE_INELIGIBLE'],
      [[own('USD').replace(/....$/, 'ffff')], 404, 'ACCOUNT_NOT_FOUND'],
      [[], 400, 'INVALID_INPUT'],
    ] as const)
      expect(await codeOf({ state: 'FROZEN', fundingSources })).toEqual([status, code]);
    expect((await server.request('GET', `/cards/${card.id}`)).body).toEqual(card);
    expect(await committedEvents(server, card.id)).toHaveLength(1);
  });

  it('is refused when it is empty or sets other fields together with CLOSED', async () => {
    const { card, change, codeOf } = await scene(start);
    expect(await codeOf({})).toEqual([400, 'INVALID_INPUT']);
    const { fundingSources } = card;
    const closing = { state: 'CLOSED', fundingSources, maxSpendPerTransaction: null };
    expect(refusedFields(await change(closing))).toEqual(['fundingSources', 'maxSpendPerTransaction']);
    expect(await codeOf({ state: 'PROCESSING' })).toEqual([400, 'INVALID_INPUT']);
  });

  it('ignores a wallet signature and requires the permission MANAGE of its own platform', async () => {
    const { server, card } = await scene(start);
    const other = await start();
    const path = `/cards/${card.id}`;
    const signed = { 'Service-Wallet-Signature': 'x', 'Request-Id': 'Request:1' };
    expect((await server.request('PATCH', path, { state: 'FROZEN' }, signed)).status).toBe(200);
    const viewer = await server.withToken(['VIEW', 'TRANSACT']);
    expect((await viewer.request('PATCH', path, { state: 'ACTIVE' })).body.code).toBe('FORBIDDEN');
    expect((await other.request('PATCH', path, { state: 'ACTIVE' })).body.code).toBe('NOT_FOUND');
  });
});

eachEngine('a change of a card', (start) => {
  it('closes the card once when 8 arrive at the same moment', async () => {
    const { server, card, change } = await scene(start);
    const answers = await Promise.all(Array.from({ length: 8 }, () => change({ state: 'CLOSED' })));
    expect(answers.map(({ body }) => body.code ?? body.state).sort()).toEqual([
      ...Array(7).fill('CARD_ALREADY_CLOSED'),
      'CLOSED',
    ]);
    expect(await committedEvents(server, card.id)).toHaveLength(2);
  });
});
