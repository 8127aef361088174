import { expect, it } from 'vitest';
import { expectStatus } from '../../../test/caller.ts';
import { fileOf, formOf, passport } from '../../../test/documents.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { balanceOf, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { openInbox } from '../../../test/webhook-inbox.ts';
import { inWorld, newWorld, rowsOf, tenantOf, type World } from '../../../test/worlds.ts';
import { createMemoryFileStore } from '../../engines/files/memory-file-store.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { digestWeight, mostRows } from './copy-rows.ts';
import { type TenantTable, tenantTableNames, tenantTables } from './tenant-tables.ts';

const friday = { clock: { now: '2025-03-07T16:00:00.000Z', isFrozen: true } };
const week = { seconds: 7 * 86_400 };

async function fork(server: TestServer, { made }: World, body: object = {}): Promise<World> {
  const answer = await server.request('POST', `/sandbox/worlds/${made.id}/fork`, body);
  return inWorld(server, expectStatus(answer, 201));
}

interface Paid {
  readonly accountId: string;
  readonly transactionId: string;
}

async function pay(world: World): Promise<Paid> {
  const { customerId, accounts } = await makeSender(world);
  const accountId = accounts['USD'] ?? '';
  const to = await makeUsdAccount(world, customerId);
  const destination = { destinationType: 'ACCOUNT', accountId: to, paymentRail: 'ACH' };
  const body = { ...quoteBody({ from: accountId, to, extra: { immediatelyExecute: true } }), destination };
  const { transactionId } = expectStatus(await world.request('POST', '/quotes', body), 201);
  return { accountId, transactionId };
}

async function statusOf(world: World, { transactionId }: Paid): Promise<string> {
  return (await world.request('GET', `/transactions/${transactionId}`)).body.status;
}

/** The requests that caused the events of a payment. */
async function requestsOf(world: World, { transactionId }: Paid): Promise<(string | undefined)[]> {
  const { data } = (await world.request('GET', `/events?resourceId=${transactionId}`)).body;
  return data.map(({ requestId }: { readonly requestId?: string }) => requestId);
}

/** Tables with rows that are created for a copy, as for every world. */
const madeAnew: readonly TenantTable[] = ['platforms', 'tokens', 'webhook_keys', 'clocks'];

eachEngine('forking a sandbox world', (start) => {
  it('copies a payment in progress, which then completes, is cancelled or waits in each world', async () => {
    const server = await start();
    const world = await newWorld(server, friday);
    const paid = await pay(world);
    expect(await statusOf(world, paid)).toBe('PROCESSING');
    const [cancelled, waiting] = [await fork(server, world, { name: 'cancelled' }), await fork(server, world)];
    expect(cancelled.made).toMatchObject({ name: 'cancelled', forkedFrom: world.made.id, clock: friday.clock });

    await world.request('POST', '/sandbox/clock/advance', week);
    expect(await statusOf(world, paid)).toBe('COMPLETED');
    expect(await statusOf(cancelled, paid)).toBe('PROCESSING');
    expect((await cancelled.request('POST', `/transactions/${paid.transactionId}/cancel`)).status).toBe(200);
    await cancelled.request('POST', '/sandbox/clock/advance', week);
    expect(await statusOf(cancelled, paid)).toBe('FAILED');
    const ends = [world, cancelled].map((one) => balanceOf(one, paid.accountId));
    expect(await Promise.all(ends)).toEqual([990_000, 1_000_000]);

    expect(await statusOf(waiting, paid)).toBe('PROCESSING');
    expect((await waiting.request('GET', '/sandbox/clock')).body).toMatchObject(friday.clock);
    const ids = async (one: World): Promise<string[]> =>
      (await one.request('GET', `/events?limit=100&resourceId=${paid.transactionId}`)).body.data.map(
        ({ id }: { id: string }) => id,
      );
    expect(await ids(world)).toEqual(expect.arrayContaining(await ids(waiting)));
  });

  it('copies every row but secrets and leases, and leaves the original unchanged', async () => {
    const server = await start();
    const world = await newWorld(server, friday);
    const paid = await pay(world);
    const from = await tenantOf(server, world);
    await server.bare.transaction(async (unit) => {
      await unit.select((db) =>
        db.updateTable('timers').set({ leased_until_ms: 9e12, due_real_ms: 9e12 }).where('tenant', '=', from),
      );
    });
    const before = await rowsOf(server, from);
    const copy = await fork(server, world);
    const to = await tenantOf(server, copy);
    const after = await rowsOf(server, to);
    expect(await rowsOf(server, from)).toEqual(before);
    for (const name of tenantTableNames) {
      const expected = tenantTables[name].isCopied ? before[name] : madeAnew.includes(name) ? 1 : 0;
      expect([name, after[name]]).toEqual([name, expected]);
    }
    expect(before['timers']).toBeGreaterThan(0);
    await copy.request('POST', '/sandbox/clock/advance', week);
    expect(await statusOf(copy, paid)).toBe('COMPLETED');
  });

  it('omits the requestId of copied events', async () => {
    const server = await start();
    const world = await newWorld(server, friday);
    const paid = await pay(world);
    const requests = await requestsOf(world, paid);
    expect(requests).toContainEqual(expect.stringMatching(/^ApiRequest:/));
    expect(await requestsOf(await fork(server, world), paid)).toEqual(requests.map(() => undefined));
  });

  it('shows sealed data and finds it by digest and reference, separately in each world', async () => {
    const server = await start();
    const world = await newWorld(server, friday);
    const { customerId, accounts } = await makeSender(world, 'USD', 1_000, { email: 'ada@example.com' });
    const accountInfo = {
      accountType: 'USD_ACCOUNT',
      accountNumber: '4440001111',
      routingNumber: '021000021',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'US' },
    };
    const external = { customerId, currency: 'USD', accountInfo };
    expectStatus(await world.request('POST', '/customers/external-accounts', external), 201);
    const payIn = { accountId: accounts['USD'], amount: 500, accountIdentifier: '999888777' };
    expectStatus(await world.request('POST', '/sandbox/deposits', payIn), 200);
    const copy = await fork(server, world);
    expect((await copy.request('GET', `/customers/${customerId}`)).body.email).toBe('ada@example.com');
    const again = await copy.request('POST', '/customers/external-accounts', external);
    expect(again.body.code).toBe('DUPLICATE_EXTERNAL_ACCOUNT');
    const found = await copy.request('GET', '/transactions?senderAccountIdentifier=999888777');
    expect(found.body.data).toHaveLength(1);
    const listed = await copy.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
    const [{ fundingPaymentInstructions: shown }] = listed.body.data;
    const reference = JSON.stringify(shown).match(/PP[0-9A-Z]{12}/)?.[0];
    expectStatus(await copy.request('POST', '/sandbox/deposits', { reference, amount: 7 }), 200);
    for (const one of [world, copy]) await one.request('POST', '/sandbox/clock/advance', week);
    expect(await balanceOf(world, accounts['USD'] ?? '')).toBe(1_500);
    expect(await balanceOf(copy, accounts['USD'] ?? '')).toBe(1_507);
  });

  it('copies files, which remain when the original world is deleted', async () => {
    const files = createMemoryFileStore();
    const server = await start({ deps: { files } });
    const world = await newWorld(server, friday);
    const { customerId } = await makeSender(world);
    const form = formOf({ ...passport, file: fileOf('pdf'), documentHolder: customerId });
    const { id } = expectStatus(await world.request('POST', '/documents', form), 201);
    const copy = await fork(server, world);
    expect(files.keys()).toHaveLength(2);
    await server.request('DELETE', `/sandbox/worlds/${world.made.id}`);
    await server.advance(3 * minuteMs);
    const [left] = files.keys();
    expect(left).toMatch(new RegExp(`^${await tenantOf(server, copy)}/`));
    expect((await copy.request('GET', `/documents/${id}`)).status).toBe(200);
  });
});

oneEngine('a fork of a sandbox world', (start) => {
  it('has its own token and webhook key, and sends due events to its own endpoint only', async () => {
    const server = await start();
    const [inbox, other] = [await openInbox(), await openInbox()];
    try {
      const world = await newWorld(server, { ...friday, webhookEndpoint: inbox.url });
      await pay(world);
      const silent = await fork(server, world);
      const telling = await fork(server, world, { webhookEndpoint: other.url });
      expect(new Set([world, silent, telling].map(({ made }) => made.webhookPublicKey)).size).toBe(3);
      expect(new Set([world, silent, telling].map(({ made }) => made.token.clientId)).size).toBe(3);
      for (const one of [silent, telling]) await one.request('POST', '/sandbox/clock/advance', { seconds: 0 });
      expect(inbox.received).toEqual([]);
      expect(other.received.length).toBeGreaterThan(3);
      await world.request('POST', '/sandbox/clock/advance', { seconds: 0 });
      expect(
        inbox
          .events()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(
        other
          .events()
          .map(({ id }) => id)
          .sort(),
      );
      expect((await silent.request('GET', '/config')).body.webhookEndpoint).toBeUndefined();
    } finally {
      await Promise.all([inbox.close(), other.close()]);
    }
  });

  it('is refused for a world that is too large, foreign or being deleted, and to a world itself', async () => {
    const server = await start();
    const world = await newWorld(server);
    const ask = (id: string, body: object = {}) => server.request('POST', `/sandbox/worlds/${id}/fork`, body);
    expect(refusedFields(await ask(world.made.id, { expiresAt: '2020-01-01T00:00:00Z' }))).toEqual(['expiresAt']);
    const stranger = await start();
    expect((await stranger.request('POST', `/sandbox/worlds/${world.made.id}/fork`, {})).body.code).toBe(
      'WORLD_NOT_FOUND',
    );
    expect((await world.request('POST', `/sandbox/worlds/${world.made.id}/fork`, {})).body.code).toBe(
      'WORLD_NOT_FOUND',
    );
    expect((await world.request('POST', '/sandbox/fork', {})).body.code).toBe('FORBIDDEN');
    const tenant = await tenantOf(server, world);
    await server.bare.transaction(async (unit) => {
      for (let at = 0; at <= mostRows; at += 500)
        unit.insert(
          'conversions_before',
          Array.from({ length: 500 }, (_, index) => ({ tenant, transaction_id: `T${at + index}` })),
        );
    });
    expect((await ask(world.made.id)).body.code).toBe('WORLD_TOO_LARGE');
    await server.request('DELETE', `/sandbox/worlds/${world.made.id}`);
    expect((await ask(world.made.id)).body.code).toBe('CONFLICT');
  });

  it('is refused with WORLD_TOO_LARGE when too many rows need a new digest', async () => {
    const server = await start();
    const world = await newWorld(server);
    const { customerId } = await makeSender(world);
    await makeUsdAccount(world, customerId);
    const tenant = await tenantOf(server, world);
    await server.bare.transaction(async (unit) => {
      const accounts = await unit.select((db) =>
        db.selectFrom('external_accounts').selectAll().where('tenant', '=', tenant),
      );
      for (let copy = 0; copy < mostRows / digestWeight; copy += 1)
        unit.insert(
          'external_accounts',
          accounts.map((row) => ({ ...row, id: `${row.id}${copy}`, fingerprint: `${copy}` })),
        );
    });
    const refused = await server.request('POST', `/sandbox/worlds/${world.made.id}/fork`, {});
    expect(refused.body.code).toBe('WORLD_TOO_LARGE');
  });
});
