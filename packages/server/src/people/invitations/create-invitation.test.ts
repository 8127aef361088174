import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { endpoint, makeInviter, newAddress } from '../../../test/invitations.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { enableToken, linkProvider } from '../../../test/stablecoins.ts';
import { rowsOf } from '../../../test/store-rows.ts';
import { saveInvitationSettings } from './invitation-settings.ts';

const promise = { firstName: 'Grace', amountToSend: 2_500, expiresAt: '2025-02-01T00:00:00.000Z' };

oneEngine('createInvitation', (start) => {
  it('returns a PENDING invitation with code and URL, and emits no event', async () => {
    const server = await start();
    const inviterUma = await makeInviter(server);
    const before = await committedEvents(server);
    const { status, body } = await server.request('POST', '/invitations', { inviterUma, ...promise });
    expect([status, body]).toEqual([
      201,
      {
        code: expect.stringMatching(/^[0-9a-f]{8}$/),
        url: `${new URL(server.baseUrl).origin}/i/${body.code}`,
        status: 'PENDING',
        inviterUma,
        firstName: 'Grace',
        amountToSend: {
          amount: 2_500,
          currency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 },
        },
        createdAt: '2025-01-01T00:00:00.000Z',
        expiresAt: '2025-02-01T00:00:00.000Z',
      },
    ]);
    expect(await committedEvents(server)).toEqual(before);
  });

  it('omits optional fields that are not given, and does not expire without expiresAt', async () => {
    const server = await start();
    const inviterUma = await makeInviter(server);
    const { body } = await server.request('POST', '/invitations', { inviterUma });
    expect(Object.keys(body).sort()).toEqual(['code', 'createdAt', 'inviterUma', 'status', 'url']);
    server.clock.moveTo('2026-02-01T00:00:00.000Z');
    expect((await server.request('GET', `/invitations/${body.code}`)).body.status).toBe('PENDING');
  });

  it('takes amountToSend in the first currency of the inviter', async () => {
    const server = await start();
    const inviterUma = await makeInviter(server, { currencies: ['EUR', 'USD'] });
    const { body } = await server.request('POST', '/invitations', { inviterUma, amountToSend: 1 });
    expect(body.amountToSend).toMatchObject({ amount: 1, currency: { code: 'EUR' } });
  });

  it('takes amountToSend in the first currency that is no stablecoin, and refuses it when there is none', async () => {
    const server = await start();
    await linkProvider(server);
    await enableToken(server);
    const inviterUma = await makeInviter(server, { currencies: ['EXD', 'EUR'] });
    const { body } = await server.request('POST', '/invitations', { inviterUma, amountToSend: 1 });
    expect(body.amountToSend).toMatchObject({ amount: 1, currency: { code: 'EUR' } });
    const without = await makeInviter(server, { currencies: ['EXD'] });
    const refused = await server.request('POST', '/invitations', { inviterUma: without, amountToSend: 1 });
    expect(refusedFields(refused)).toEqual(['amountToSend']);
    expect((await server.request('POST', '/invitations', { inviterUma: without })).status).toBe(201);
  });

  it('accepts inviterUma in capital letters', async () => {
    const server = await start();
    const inviterUma = await makeInviter(server);
    const { body } = await server.request('POST', '/invitations', { inviterUma: inviterUma.toUpperCase() });
    expect(body.inviterUma).toBe(inviterUma);
  });

  it('names every invalid field', async () => {
    const server = await start();
    await makeInviter(server);
    const ask = async (body: object): Promise<unknown> =>
      refusedFields(await server.request('POST', '/invitations', body));
    expect(await ask({ inviterUma: 'grace', amountToSend: 0, firstName: '' })).toEqual(
      expect.arrayContaining(['inviterUma', 'amountToSend', 'firstName']),
    );
    expect(await ask({ inviterUma: '$nobody@uma.example.com', expiresAt: '2025-01-01T00:00:00.000Z' })).toEqual([
      'inviterUma',
      'expiresAt',
    ]);
  });

  it('refuses a deleted inviter and one of another platform', async () => {
    const [server, other] = [await start(), await start()];
    const inviterUma = await makeInviter(server);
    const { body: found } = await server.request('GET', `/customers?umaAddress=${encodeURIComponent(inviterUma)}`);
    expect((await server.request('DELETE', `/customers/${found.data[0].id}`)).status).toBe(200);
    const foreign = await newAddress(other, { umaAddress: '$elsewhere@uma.example.com' });
    for (const address of [inviterUma, foreign]) {
      const answer = await server.request('POST', '/invitations', { inviterUma: address });
      expect([answer.body.code, refusedFields(answer)]).toEqual(['INVALID_INPUT', ['inviterUma']]);
    }
  });

  it('returns INVITATIONS_NOT_CONFIGURED before it checks the inviter', async () => {
    const server = await start();
    const body = { inviterUma: '$nobody@uma.example.com' };
    const withoutEndpoint = await server.request('POST', '/invitations', body);
    expect([withoutEndpoint.status, withoutEndpoint.body.code]).toEqual([400, 'INVITATIONS_NOT_CONFIGURED']);
    expect(withoutEndpoint.body.reason).toContain('PATCH /config');
    await server.request('PATCH', '/config', endpoint);
    expect((await server.request('POST', '/invitations', body)).body.code).toBe('INVALID_INPUT');
  });

  it('stores neither the code nor the first name in plain text', async () => {
    const server = await start();
    const inviterUma = await makeInviter(server);
    const { body } = await server.request('POST', '/invitations', { inviterUma, firstName: 'Gracinda' });
    const stored = [...(await rowsOf(server.bare, [server.tenant])).values()].join();
    expect([stored.includes(inviterUma), stored.includes(body.code), stored.includes('Gracinda')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

oneEngine('createInvitation in production', (start) => {
  it('returns INVITATIONS_NOT_CONFIGURED in production until the operator configures invitations', async () => {
    const server = await start({ environment: 'PRODUCTION', production: 'SIMULATED' });
    const inviterUma = await newAddress(server);
    await server.request('PATCH', '/config', { webhookEndpoint: 'https://one.example.com/webhooks' });
    const refused = await server.request('POST', '/invitations', { inviterUma });
    expect([refused.body.code, refused.body.reason]).toEqual([
      'INVITATIONS_NOT_CONFIGURED',
      expect.stringContaining('operator'),
    ]);
    const settings = {
      name: 'One',
      logoUrl: 'https://one.example.com/logo.svg',
      onboardingUrl: 'https://one.example.com/uma',
      countries: ['US'],
    };
    const { tenant, deps } = server;
    await deps.database.transaction(async (unit) =>
      saveInvitationSettings({ unit, tenant, now: deps.clock.now() }, settings),
    );
    expect((await server.request('POST', '/invitations', { inviterUma })).status).toBe(201);
  });
});
