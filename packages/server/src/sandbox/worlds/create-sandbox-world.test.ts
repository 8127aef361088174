import { Buffer } from 'node:buffer';
import { verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { testStart } from '../../../test/test-server.ts';
import { openInbox } from '../../../test/webhook-inbox.ts';
import { newWorld, tenantOf, type World } from '../../../test/worlds.ts';
import { mostWorlds } from './refuse-another.ts';

const fridayAfternoon = '2025-03-07T16:00:00.000Z';
const frozen = { clock: { now: fridayAfternoon, isFrozen: true } };

eachEngine('creating a sandbox world', (start) => {
  it('returns a working platform with its own token, webhook key and clock', async () => {
    const server = await start();
    const world = await newWorld(server, { name: 'refunds', ...frozen });
    expect(world.made).toEqual({
      id: expect.stringMatching(/^World:/),
      status: 'READY',
      name: 'refunds',
      seed: null,
      forkedFrom: null,
      createdAt: testStart,
      expiresAt: '2025-01-08T00:00:00.000Z',
      token: expect.objectContaining({
        permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
        clientSecret: expect.stringMatching(/^[0-9a-f]{36}$/),
        createdAt: fridayAfternoon,
      }),
      webhookPublicKey: expect.stringContaining('BEGIN PUBLIC KEY'),
      clock: { now: fridayAfternoon, scale: 1, isFrozen: true },
    });
    const { customerId, accounts } = await makeSender(world);
    const to = await makeUsdAccount(world, customerId);
    const paid = quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } });
    const { transactionId } = (await world.request('POST', '/quotes', paid)).body;
    expect((await world.request('POST', '/sandbox/clock/advance', { seconds: 7 * 86_400 })).status).toBe(200);
    const settled = await world.request('GET', `/transactions/${transactionId}`);
    expect(settled.body).toMatchObject({ status: 'COMPLETED', createdAt: fridayAfternoon });
    expect((await server.request('GET', `/transactions/${transactionId}`)).status).toBe(404);
    expect((await server.request('GET', '/sandbox/clock')).body.now).toBe(testStart);
  });

  it('gives worlds of one seed the same ids and different secrets, and another seed different ids', async () => {
    const server = await start();
    const idsOf = async (world: World): Promise<string[]> => {
      const { customerId, accounts } = await makeSender(world);
      const usd = { accountType: 'USD_ACCOUNT', accountNumber: '1000000111', routingNumber: '021000021' };
      const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'US' };
      const account = { customerId, currency: 'USD', accountInfo: { ...usd, beneficiary } };
      const external = (await world.request('POST', '/customers/external-accounts', account)).body.id;
      const paid = quoteBody({ from: accounts['USD'] ?? '', to: external, extra: { immediatelyExecute: true } });
      const quote = (await world.request('POST', '/quotes', paid)).body;
      await world.request('POST', '/sandbox/clock/advance', { seconds: 7 * 86_400 });
      const events = (await world.request('GET', '/events?limit=100')).body.data.map(({ id }: { id: string }) => id);
      return [customerId, ...Object.values(accounts), external, quote.id, quote.transactionId, ...events];
    };
    const [one, same, other] = [
      await newWorld(server, { ...frozen, seed: 'refund after settlement' }),
      await newWorld(server, { ...frozen, seed: 'refund after settlement' }),
      await newWorld(server, { ...frozen, seed: 'another' }),
    ];
    const ids = await idsOf(one);
    expect(ids.length).toBeGreaterThan(20);
    expect(await idsOf(same)).toEqual(ids);
    const others = await idsOf(other);
    expect(others.filter((id) => ids.includes(id))).toEqual([]);
    for (const [mine, theirs] of [
      [one.made.token.clientSecret, same.made.token.clientSecret],
      [one.made.token.clientId, same.made.token.clientId],
      [one.made.webhookPublicKey, same.made.webhookPublicKey],
      [one.made.id, same.made.id],
    ])
      expect(mine).not.toBe(theirs);
  });
});

oneEngine('a sandbox world', (start) => {
  it('inherits clock, currencies and paperwork setting of its platform unless it is given its own', async () => {
    const server = await start({ currencies: ['GBP', 'USD'], skipsVerificationPaperwork: false });
    const codes = async (world: World): Promise<string[]> =>
      (await world.request('GET', '/config')).body.supportedCurrencies.map(
        ({ currencyCode }: { currencyCode: string }) => currencyCode,
      );
    const like = await newWorld(server);
    expect(like.made.clock).toEqual({ now: testStart, scale: 1, isFrozen: false });
    expect(await codes(like)).toEqual(['GBP', 'USD']);
    const own = await newWorld(server, {
      currencies: ['EUR'],
      skipsVerificationPaperwork: true,
      clock: { scale: 60 },
      expiresAt: '2025-01-02T00:00:00+01:00',
    });
    expect(own.made).toMatchObject({ clock: { scale: 60 }, expiresAt: '2025-01-01T23:00:00.000Z' });
    expect(await codes(own)).toEqual(['EUR']);
    const rows = await server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('platforms').select(['tenant', 'skips_verification_paperwork'])),
    );
    const paperwork = new Map(rows.map((row) => [row.tenant, row.skips_verification_paperwork]));
    expect(paperwork.get(await tenantOf(server, like))).toBe(0);
    expect(paperwork.get(await tenantOf(server, own))).toBe(1);
  });

  it('sends its events to its own endpoint, signed with its own key, except those of its creation', async () => {
    const server = await start();
    const inbox = await openInbox();
    try {
      const world = await newWorld(server, { ...frozen, webhookEndpoint: inbox.url });
      expect((await world.request('GET', '/config')).body).toMatchObject({
        webhookEndpoint: inbox.url,
        webhookPublicKey: world.made.webhookPublicKey,
      });
      await makeSender(server);
      await makeSender(world);
      await server.advance(0);
      await world.request('POST', '/sandbox/clock/advance', { seconds: 1 });
      for (const { body, headers } of inbox.received) {
        const { s } = JSON.parse(String(headers['x-service-signature'])) as { s: string };
        expect(verify('sha256', Buffer.from(body), world.made.webhookPublicKey, Buffer.from(s, 'base64'))).toBe(true);
      }
      const told = new Set(inbox.types());
      expect(told).toContain('INTERNAL_ACCOUNT.BALANCE_UPDATED');
      const { data } = (await world.request('GET', '/events?limit=100&status=SKIPPED')).body;
      const first = new Set(data.map(({ resourceId }: { resourceId: string }) => resourceId));
      const { data: own } = (await world.request('GET', '/platform/internal-accounts')).body;
      expect([...first].sort()).toEqual(own.map(({ id }: { id: string }) => id).sort());
    } finally {
      await inbox.close();
    }
  });

  it('is refused to create worlds, and finds none', async () => {
    const server = await start();
    const world = await newWorld(server);
    const answer = await world.request('POST', '/sandbox/worlds', {});
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await world.request('GET', '/sandbox/worlds')).body.data).toEqual([]);
    expect((await world.request('GET', `/sandbox/worlds/${world.made.id}`)).body.code).toBe('WORLD_NOT_FOUND');
  });

  it('is refused with WORLD_LIMIT_REACHED when the platform has 1,000 worlds', async () => {
    const server = await start();
    await server.bare.transaction(async (unit) => {
      const row = { tenant: server.tenant, status: 'DELETING', created_at: testStart, expires_ms: 0 } as const;
      unit.insert(
        'sandbox_worlds',
        Array.from({ length: mostWorlds - 1 }, (_, at) => ({ ...row, id: `World:${at}`, world: 1_000_000 + at })),
      );
    });
    await newWorld(server);
    const answer = await server.request('POST', '/sandbox/worlds', {});
    expect(answer).toMatchObject({ status: 409, body: { code: 'WORLD_LIMIT_REACHED' } });
  });

  it.each([
    [{ clock: { now: '1999-12-31T23:59:59.999Z' } }, 'clock.now'],
    [{ clock: { now: '2100-01-01T00:00:00Z' } }, 'clock.now'],
    [{ clock: { scale: 1.5 } }, 'clock.scale'],
    [{ expiresAt: testStart }, 'expiresAt'],
    [{ expiresAt: '2025-01-31T00:00:00.001Z' }, 'expiresAt'],
    [{ webhookEndpoint: 'https://10.0.0.1/hooks' }, 'webhookEndpoint'],
    [{ seed: '' }, 'seed'],
    [{ currencies: [] }, 'currencies'],
  ])('is refused with %j', async (body, field) => {
    const server = await start();
    const answer = await server.request('POST', '/sandbox/worlds', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual([field]);
  });

  it('is refused with an unknown currency', async () => {
    const server = await start();
    const answer = await server.request('POST', '/sandbox/worlds', { currencies: ['USD', 'XXQ'] });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_CURRENCY' } });
  });

  it('requires the permission MANAGE, and is refused in production', async () => {
    const server = await start();
    const viewer = await server.withToken(['VIEW', 'TRANSACT']);
    expect((await viewer.request('POST', '/sandbox/worlds', {})).status).toBe(403);
    const production = await start({ environment: 'PRODUCTION' });
    expect((await production.request('POST', '/sandbox/worlds', {})).body.code).toBe('FORBIDDEN');
  });
});
