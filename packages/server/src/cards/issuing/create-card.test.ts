import { expect, it } from 'vitest';
import { amountsOn, cardBody, issuedCard, makeHolder } from '../../../test/cards.ts';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { fund } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { createSandboxIssuer } from '../../sandbox/adapters/sandbox-issuer.ts';
import { replaceFundingSources } from './cards-repository.ts';
import { listCardFundingSources } from './find-card.ts';

const order = (server: TestServer, body: object): Promise<Answer> => server.request('POST', '/cards', body);

const coded = ({ status, body }: Answer): [number, string] => [status, body.code];

oneEngine('a new card', (start) => {
  it('is returned as PROCESSING and emits no event', async () => {
    const server = await start();
    const holder = await makeHolder(server);
    await fund(server, holder.accounts['USD'] ?? '', 10_000);
    const { status, body } = await order(server, cardBody(holder, { platformCardId: 'card-1' }));
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^Card:/),
      cardholderId: holder.customerId,
      platformCardId: 'card-1',
      state: 'PROCESSING',
      stateReason: null,
      form: 'VIRTUAL',
      fundingSources: [holder.accounts['USD']],
      maxSpendPerTransaction: null,
      currency: 'USD',
      createdAt: server.clock.now(),
      updatedAt: server.clock.now(),
    });
    expect(await committedEvents(server, body.id)).toEqual([]);
    await server.app.settle();
    expect((await server.request('GET', `/cards/${body.id}`)).body.state).toBe('ACTIVE');
    expect(await amountsOn(server, holder.accounts['USD'] ?? '')).toEqual([10_000, 10_000]);
  });

  it('takes its own UUID as platformCardId when the platform gives none', async () => {
    const server = await start();
    const { body } = await order(server, cardBody(await makeHolder(server)));
    expect(`Card:${body.platformCardId}`).toBe(body.id);
  });

  it('becomes ACTIVE with an embedded wallet as funding source, without a delegated key', async () => {
    const server = await start({ currencies: ['USD', 'USDB'] });
    const holder = await makeHolder(server);
    const card = await issuedCard(server, holder, { fundingSources: [holder.accounts['USDB']] });
    expect(card).toMatchObject({ state: 'ACTIVE', currency: 'USD', fundingSources: [holder.accounts['USDB']] });
  });

  it('is refused with CARDHOLDER_KYC_NOT_APPROVED for an unverified customer', async () => {
    const server = await start();
    const holder = await makeHolder(server, { fullName: 'Ada Lovelace 002' });
    expect(coded(await order(server, cardBody(holder)))).toEqual([400, 'CARDHOLDER_KYC_NOT_APPROVED']);
  });

  it('is refused with CUSTOMER_NOT_FOUND for a deleted customer and one of another platform', async () => {
    const [server, other] = [await start(), await start()];
    const [gone, foreign] = [await makeHolder(server), await makeHolder(other)];
    await server.request('DELETE', `/customers/${gone.customerId}`);
    const unknown = { ...gone, customerId: 'Customer:00000000-0000-7000-8000-000000000000' };
    for (const holder of [unknown, gone, foreign])
      expect(coded(await order(server, cardBody(holder)))).toEqual([404, 'CUSTOMER_NOT_FOUND']);
  });

  it('is refused with ACCOUNT_NOT_FOUND for a funding source of another platform', async () => {
    const [server, other] = [await start(), await start()];
    const [holder, foreign] = [await makeHolder(server), await makeHolder(other)];
    for (const missing of ['InternalAccount:00000000-0000-7000-8000-000000000000', foreign.accounts['USD']])
      for (const fundingSources of [[missing], [holder.accounts['USD'], missing]])
        expect(coded(await order(server, cardBody(holder, { fundingSources })))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });

  it('is refused with FUNDING_SOURCE_INELIGIBLE for a funding source that cannot pay for it', async () => {
    const server = await start({ currencies: ['USD', 'EUR', 'USDC', 'USDB'] });
    const [holder, neighbour] = [await makeHolder(server), await makeHolder(server)];
    const own = (currency: string): string => holder.accounts[currency] ?? '';
    const { body: listed } = await server.request('GET', '/platform/internal-accounts?currency=USD');
    const made = own('USD').replace(/...$/, '');
    for (const sources of [
      [neighbour.accounts['USD']],
      [listed.data[0].id],
      [own('EUR')],
      [own('USDC')],
      [own('USD'), own('USDB')],
      [own('USDB'), own('USD')],
      [`${made}002`],
      [own('USD'), `${made}003`],
    ]) {
      const answer = await order(server, cardBody(holder, { fundingSources: sources }));
      expect([sources, ...coded(answer)]).toEqual([sources, 400, 'FUNDING_SOURCE_INELIGIBLE']);
    }
    await server.request('POST', `/sandbox/internal-accounts/${own('USD')}/status`, { status: 'FROZEN' });
    expect(coded(await order(server, cardBody(holder)))).toEqual([400, 'FUNDING_SOURCE_INELIGIBLE']);
  });

  it('is refused with a threeDSecurePassword in US dollars, and the response does not repeat it', async () => {
    const server = await start();
    const holder = await makeHolder(server);
    const answer = await order(server, cardBody(holder, { threeDSecurePassword: 'correct-horse-7k3m' }));
    expect(refusedFields(answer)).toEqual(['threeDSecurePassword']);
    expect(answer.text).not.toContain('correct-horse');
  });

  it('is refused with all its invalid fields at once', async () => {
    const server = await start();
    const holder = await makeHolder(server);
    const body = cardBody(holder, { form: 'PLASTIC', fundingSources: [], maxSpendPerTransaction: 0 });
    expect(refusedFields(await order(server, body)).sort()).toEqual([
      'form',
      'fundingSources',
      'maxSpendPerTransaction',
    ]);
    const twice = [holder.accounts['USD'], holder.accounts['USD']];
    expect(refusedFields(await order(server, cardBody(holder, { fundingSources: twice })))).toEqual(['fundingSources']);
  });

  it('is refused beyond the card limit of the platform, which counts open cards only', async () => {
    const server = await start({ deps: { issuer: createSandboxIssuer({ publicUrl: () => '', cardLimit: 2 }) } });
    const holder = await makeHolder(server);
    const answers = await Promise.all(Array.from({ length: 5 }, () => order(server, cardBody(holder))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('CARD_LIMIT_REACHED');
    await server.app.settle();
    const made = answers.find(({ status }) => status === 201);
    await server.request('PATCH', `/cards/${made?.body.id}`, { state: 'CLOSED' });
    expect((await order(server, cardBody(holder))).status).toBe(201);
  });

  it('is refused beyond the card limit of the cardholder, without limiting another cardholder', async () => {
    const limits = { perPlatform: Number.POSITIVE_INFINITY, perCardholder: 1 };
    const issuer = { ...createSandboxIssuer({ publicUrl: () => '', cardLimit: 1 }), limits };
    const server = await start({ deps: { issuer } });
    const [one, other] = [await makeHolder(server), await makeHolder(server)];
    const answers = [one, one, other].map((holder) => order(server, cardBody(holder)));
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([201, 201, 409]);
  });

  it('is checked in the order of the specification', async () => {
    const server = await start({ deps: { issuer: createSandboxIssuer({ publicUrl: () => '', cardLimit: 1 }) } });
    const [holder, unverified] = [await makeHolder(server), await makeHolder(server, { fullName: 'Ada Lovelace 002' })];
    await issuedCard(server, holder, { platformCardId: 'taken' });
    const wrong = {
      platformCardId: 'taken',
      threeDSecurePassword: 'correct-horse-7k3m',
      fundingSources: [holder.accounts['EUR']],
    };
    const nobody = { ...cardBody(holder), cardholderId: holder.customerId.replace(/....$/, 'ffff'), ...wrong };
    const nothing = [holder.accounts['USD']?.replace(/....$/, 'ffff')];
    const codes: string[] = [];
    for (const body of [
      { ...nobody, form: 'PLASTIC' },
      nobody,
      cardBody(unverified, { ...wrong, fundingSources: nothing }),
      cardBody(unverified, wrong),
      cardBody(holder, wrong),
      cardBody(holder, { ...wrong, fundingSources: [holder.accounts['USD']] }),
      cardBody(holder, { platformCardId: 'taken' }),
      cardBody(holder),
    ])
      codes.push((await order(server, body)).body.code);
    expect(codes).toEqual([
      'INVALID_INPUT',
      'CUSTOMER_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'CARDHOLDER_KYC_NOT_APPROVED',
      'FUNDING_SOURCE_INELIGIBLE',
      'INVALID_INPUT',
      'CONFLICT',
      'CARD_LIMIT_REACHED',
    ]);
  });

  it('requires the permission MANAGE', async () => {
    const server = await start();
    const body = cardBody(await makeHolder(server));
    const caller = await server.withToken(['VIEW', 'TRANSACT']);
    expect(coded(await order(caller, body))).toEqual([403, 'FORBIDDEN']);
  });
});

eachEngine('a new card', (start) => {
  it('returns its spending limit and its funding source', async () => {
    const server = await start({ currencies: ['USD', 'USDB'] });
    const holder = await makeHolder(server);
    const { body } = await order(server, cardBody(holder, { maxSpendPerTransaction: 5_000 }));
    expect(body).toMatchObject({ maxSpendPerTransaction: 5_000, fundingSources: [holder.accounts['USD']] });
    // A customer has one account in each currency, and a card takes accounts of one currency: two are stored here.
    const { deps, tenant, clock } = server;
    const inOrder = [holder.accounts['USD'] ?? '', holder.accounts['USDB'] ?? ''];
    for (const accountIds of [inOrder, inOrder.toReversed()]) {
      await deps.database.transaction(async (unit) => {
        const before = await listCardFundingSources(unit, tenant, body.id);
        replaceFundingSources({ unit, tenant, deps, now: clock.now() }, body.id, before, accountIds);
      });
      const kept = { maxSpendPerTransaction: 5_000, fundingSources: accountIds };
      expect((await server.request('GET', `/cards/${body.id}`)).body).toMatchObject(kept);
      expect((await server.request('GET', '/cards')).body.data).toMatchObject([kept]);
    }
  });

  it('takes the platformCardId of a closed card and not of an open one', async () => {
    const server = await start();
    const holder = await makeHolder(server);
    const first = await issuedCard(server, holder, { platformCardId: 'card-1' });
    expect(coded(await order(server, cardBody(holder, { platformCardId: 'card-1' })))).toEqual([409, 'CONFLICT']);
    await server.request('PATCH', `/cards/${first.id}`, { state: 'CLOSED' });
    expect((await order(server, cardBody(holder, { platformCardId: 'card-1' }))).status).toBe(201);
    expect((await server.request('GET', '/cards?platformCardId=card-1')).body.data).toHaveLength(2);
  });

  it('takes a platformCardId once when 8 cards request it at the same moment', async () => {
    const server = await start();
    const holders = await Promise.all(Array.from({ length: 8 }, () => makeHolder(server)));
    const answers = await Promise.all(
      holders.map((holder) => order(server, cardBody(holder, { platformCardId: 'card-1' }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  it('takes a platformCardId that a card of another platform has', async () => {
    const [one, other] = [await start(), await start()];
    await issuedCard(one, await makeHolder(one), { platformCardId: 'card-1' });
    const body = cardBody(await makeHolder(other), { platformCardId: 'card-1' });
    expect((await order(other, body)).status).toBe(201);
  });
});
