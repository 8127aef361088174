import { expect, it } from 'vitest';
import { cardBody, issuedCard, makeHolder } from '../../../test/cards.ts';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { rowsOf } from '../../../test/store-rows.ts';
import { simulatedPorts, type TestServer } from '../../../test/test-server.ts';
import type { CardIssuer, CardOrder, IssuingReport } from '../../engines/issuing/card-issuer.ts';
import { minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';

const simulated = simulatedPorts(() => 'https://cards.example.com');

const states = async (server: TestServer, cardId: string): Promise<string[]> =>
  (await committedEvents(server, cardId)).map(({ type, data }) => `${type} ${data.state}`);

/** An issuer whose answers the test sets, and which records its calls. */
function scripted(
  reports: IssuingReport[],
  parts: Partial<CardIssuer> = {},
): CardIssuer & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    ...simulated.issuer,
    ...parts,
    asked,
    issue: async (order: CardOrder) => {
      asked.push(order);
      return reports.shift() ?? { kind: 'MAKING', nextPollAt: null };
    },
    applyState: async (cardId, state) => void asked.push([cardId, state]),
  };
}

const made: IssuingReport = {
  kind: 'ISSUED',
  card: { brand: 'MASTERCARD', last4: '4321', expMonth: 2, expYear: 2029, processorRef: 'p', issuerRef: 'i' },
};

oneEngine('a card order', (start) => {
  it('stays PROCESSING when its platformCardId ends in 001', async () => {
    const server = await start();
    const card = await issuedCard(server, await makeHolder(server), { platformCardId: 'card-001' });
    await server.advance(60 * minuteMs);
    expect((await server.request('GET', `/cards/${card.id}`)).body).toEqual(card);
    expect(card).toMatchObject({ state: 'PROCESSING', stateReason: null });
    expect(card).not.toHaveProperty('brand');
  });

  it('is closed with ISSUER_REJECTED when its platformCardId ends in 002', async () => {
    const server = await start();
    const holder = await makeHolder(server);
    const card = await issuedCard(server, holder, { platformCardId: 'card-002' });
    expect(card).toMatchObject({ state: 'CLOSED', stateReason: 'ISSUER_REJECTED' });
    for (const absent of ['brand', 'last4', 'expMonth', 'expYear', 'processorRef', 'issuerRef'])
      expect(card).not.toHaveProperty(absent);
    expect(await states(server, card.id)).toEqual(['CARD.STATE_CHANGE CLOSED']);
  });

  it('becomes ACTIVE after 30 seconds when its platformCardId ends in 005', async () => {
    const server = await start();
    const card = await issuedCard(server, await makeHolder(server), { platformCardId: 'card-005' });
    await server.advance(29 * secondMs);
    expect((await server.request('GET', `/cards/${card.id}`)).body.state).toBe('PROCESSING');
    await server.advance(secondMs);
    expect((await server.request('GET', `/cards/${card.id}`)).body).toMatchObject({
      state: 'ACTIVE',
      updatedAt: plusMs(card.createdAt, 30 * secondMs),
    });
  });

  it('is requested under one id until the issuer has made it', async () => {
    const later: IssuingReport = { kind: 'MAKING', nextPollAt: '2025-01-01T00:00:10.000Z' };
    const issuer = scripted([later, later, made]);
    const server = await start({ deps: { issuer } });
    const card = await issuedCard(server, await makeHolder(server));
    expect(issuer.asked.length).toBeGreaterThan(0);
    await server.advance(minuteMs);
    expect(new Set(issuer.asked.map((order) => (order as CardOrder).cardId))).toEqual(new Set([card.id]));
    expect(issuer.asked).toHaveLength(3);
    expect(issuer.asked[0]).toMatchObject({ platformCardId: undefined, cardholderId: card.cardholderId });
    expect(await states(server, card.id)).toEqual(['CARD.STATE_CHANGE ACTIVE']);
  });

  it('is PENDING_KYC while the issuer checks the cardholder', async () => {
    const checking: IssuingReport = { kind: 'CHECKING_CARDHOLDER', nextPollAt: '2025-01-01T00:01:00.000Z' };
    const issuer = scripted([checking, made], { checksCardholders: true });
    const server = await start({ deps: { issuer } });
    const card = await issuedCard(server, await makeHolder(server));
    expect(card.state).toBe('PENDING_KYC');
    for (const state of ['ACTIVE', 'FROZEN', 'CLOSED']) {
      const moved = await server.request('PATCH', `/cards/${card.id}`, { state });
      expect(moved.body.code).toBe('INVALID_STATE_TRANSITION');
    }
    expect((await server.request('POST', `/cards/${card.id}/reveal`)).body.code).toBe('CONFLICT');
    await server.advance(minuteMs);
    expect(await states(server, card.id)).toEqual(['CARD.STATE_CHANGE PROCESSING', 'CARD.STATE_CHANGE ACTIVE']);
    expect((await server.request('GET', `/cards/${card.id}`)).body).toMatchObject({
      brand: 'MASTERCARD',
      last4: '4321',
    });
  });

  it('is closed with ISSUER_REJECTED when the issuer rejects the cardholder', async () => {
    const issuer = scripted([{ kind: 'REJECTED' }], { checksCardholders: true });
    const server = await start({ deps: { issuer } });
    const card = await issuedCard(server, await makeHolder(server));
    expect(card).toMatchObject({ state: 'CLOSED', stateReason: 'ISSUER_REJECTED' });
  });

  it('reports only its last state to the issuer after several changes', async () => {
    const issuer = scripted([made]);
    const server = await start({ deps: { issuer } });
    const card = await issuedCard(server, await makeHolder(server));
    await server.request('PATCH', `/cards/${card.id}`, { state: 'FROZEN' });
    await server.app.settle();
    expect(issuer.asked.slice(1)).toEqual([[card.id, 'FROZEN']]);
    await server.request('PATCH', `/cards/${card.id}`, { state: 'ACTIVE' });
    await server.request('PATCH', `/cards/${card.id}`, { state: 'CLOSED' });
    await server.app.settle();
    expect(issuer.asked.slice(2)).toEqual([[card.id, 'CLOSED']]);
    expect(await server.app.nextDueAt()).toBeUndefined();
  });

  it('is requested again after the issuer could not be reached', async () => {
    const issuer = scripted([made]);
    let failures = 1;
    const flaky: CardIssuer = {
      ...issuer,
      issue: async (order, now) => {
        failures -= 1;
        if (failures >= 0) throw new Error('the issuer is away');
        return issuer.issue(order, now);
      },
    };
    const server = await start({ deps: { issuer: flaky } });
    const { body } = await server.request('POST', '/cards', cardBody(await makeHolder(server)));
    await server.step(minuteMs);
    expect(server.takeBugs()).toHaveLength(1);
    expect((await server.request('GET', `/cards/${body.id}`)).body.state).toBe('ACTIVE');
  });

  it('passes its 3-D Secure password on, stores it sealed until then and deletes it afterwards', async () => {
    const password = 'correct-horse-7k3m';
    const later: IssuingReport = { kind: 'MAKING', nextPollAt: '2025-01-01T00:01:00.000Z' };
    const issuer = scripted([later, made], { takesPassword: () => true });
    const server = await start({
      environment: 'PRODUCTION',
      isRegulated: true,
      production: { ...simulated, issuer },
    });
    const holder = await makeHolder(server, { endUserTermsConsent: undefined });
    const { body } = await server.request('POST', '/cards', cardBody(holder, { threeDSecurePassword: password }));
    const kept = await rowsOf(server.bare, [server.tenant]);
    expect(kept.get('card_passwords')).toContain(body.id);
    expect([...kept.values()].join()).not.toContain(password);
    await server.advance(minuteMs);
    expect(issuer.asked).toMatchObject([{ threeDSecurePassword: password }, { threeDSecurePassword: undefined }]);
    const left = await rowsOf(server.bare, [server.tenant]);
    expect(left.get('card_passwords')).toBe('');
    expect([...left.values()].join()).not.toContain(password);
    expect((await server.request('GET', `/cards/${body.id}`)).text).not.toContain(password);
  });
});

eachEngine('a card order', (start) => {
  it('becomes ACTIVE at once and emits one event with the details from the issuer', async () => {
    const server = await start();
    const holder = await makeHolder(server);
    const card = await issuedCard(server, holder, { platformCardId: 'card-4711' });
    expect(card).toMatchObject({ state: 'ACTIVE', stateReason: null, brand: 'VISA', expMonth: 1, expYear: 2028 });
    expect(card.last4).toMatch(/^\d{4}$/);
    const events = await committedEvents(server, card.id);
    expect(events).toEqual([{ type: 'CARD.STATE_CHANGE', resourceId: card.id, sequence: 1, data: card }]);
    const alike = await issuedCard(server, holder, { platformCardId: 'another-711' });
    expect(alike.last4).toBe(card.last4);
  });
});

eachEngine('a customer with cards', (start) => {
  it('is deleted and has issued and unissued cards closed with CLOSED_BY_SERVICE', async () => {
    const issuer = scripted([made]);
    const server = await start({ deps: { issuer } });
    const holder = await makeHolder(server);
    const [card, unmade] = [await issuedCard(server, holder), await issuedCard(server, holder)];
    expect((await server.request('DELETE', `/customers/${holder.customerId}`)).status).toBe(200);
    for (const { id } of [card, unmade]) {
      const { body } = await server.request('GET', `/cards/${id}`);
      expect(body).toMatchObject({ state: 'CLOSED', stateReason: 'CLOSED_BY_SERVICE' });
      expect((await states(server, id)).at(-1)).toBe('CARD.STATE_CHANGE CLOSED');
    }
    await server.app.settle();
    expect(issuer.asked).toContainEqual([card.id, 'CLOSED']);
    expect(issuer.asked).toContainEqual([unmade.id, 'CLOSED']);
  });
});
