import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orThrow } from '@payments-platform/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePayer, pay } from '../test/one-payment.ts';
import { type Sandbox, type SeedRequest, startSandbox } from './index.ts';

const seed = [
  { as: 'terms', request: 'GET /customers/end-user-terms' },
  {
    as: 'ada',
    request: 'POST /customers',
    body: {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      endUserTermsConsent: {
        termsVersion: '{terms.version}',
        acceptedAt: '2025-10-13T12:00:00Z',
        ipAddress: '192.0.2.1',
        acceptanceMethod: 'CHECKBOX',
      },
    },
  },
  { as: 'accounts', request: 'GET /customers/internal-accounts?customerId={ada.id}&currency=USD' },
  { as: 'funded', request: 'POST /sandbox/internal-accounts/{accounts.data.0.id}/fund', body: { amount: 700 } },
] as const satisfies readonly SeedRequest[];

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

describe('a sandbox world', () => {
  it('has its own data, clock and webhooks, and returns 401 once it is stopped', async () => {
    const now = '2030-01-02T10:00:00.000Z';
    await using world = await sandbox.world({ clock: { now, isFrozen: true } });
    const payer = await makePayer(world.client);
    const { transactionId } = await pay(world.client, payer);
    await world.clock.advance('1m');
    await world.webhooks.next({ type: 'OUTGOING_PAYMENT.COMPLETED', resourceId: transactionId });
    expect(await world.clock.now()).toBe('2030-01-02T10:01:00.000Z');
    expect((await orThrow(sandbox.client.GET('/transactions'))).data).toEqual([]);
    expect(sandbox.webhooks.received).toEqual([]);
    await world.stop();
    expect((await world.client.GET('/config')).response.status).toBe(401);
  });

  it('shares no transaction or webhook with 11 others used in parallel', async () => {
    const worlds = await Promise.all(Array.from({ length: 12 }, () => sandbox.world({ clock: { isFrozen: true } })));
    const paid = await Promise.all(
      worlds.map(async ({ client, clock, webhooks }) => {
        const { transactionId } = await pay(client, await makePayer(client));
        await clock.advance('1m');
        await webhooks.next({ type: 'OUTGOING_PAYMENT.COMPLETED', resourceId: transactionId });
        return transactionId;
      }),
    );
    for (const [index, { client, webhooks }] of worlds.entries()) {
      const { data } = await orThrow(client.GET('/transactions'));
      expect(data.map(({ id }) => id)).toEqual([paid[index]]);
      const told = webhooks.received.filter(({ type }) => type.startsWith('OUTGOING_PAYMENT'));
      expect(new Set(told.map((event) => 'data' in event && (event.data as { readonly id?: string }).id))).toEqual(
        new Set([paid[index]]),
      );
    }
    await Promise.all(worlds.map((world) => world.stop()));
  });

  it('triggers an event and returns it as it was received', async () => {
    await using world = await sandbox.world({ clock: { isFrozen: true } });
    const { data } = await world.trigger('OUTGOING_PAYMENT.FAILED');
    expect(data.status).toBe('FAILED');
    expect((await world.trigger('TEST')).type).toBe('TEST');
    // The data of an invitation has a code and no id.
    expect((await world.trigger('INVITATION.CLAIMED')).data.status).toBe('CLAIMED');
  });

  it('triggers an event for an existing resource and returns this event, not an earlier one', async () => {
    await using world = await sandbox.world({ clock: { isFrozen: true } });
    const type = 'INTERNAL_ACCOUNT.BALANCE_UPDATED';
    const { data: account } = await world.trigger(type);
    const params = { path: { accountId: account.id } };
    await orThrow(world.client.POST('/sandbox/internal-accounts/{accountId}/fund', { params, body: { amount: 7 } }));
    await world.clock.advance('0s');
    const last = await world.trigger(type, { resourceId: account.id });
    expect(last.data.id).toBe(account.id);
    expect(last).toEqual(world.webhooks.received.findLast((event) => event.type === type));
    await expect(world.trigger(type, { resourceId: 'Card:unknown' })).rejects.toThrow('resourceId: ');
  });

  it('creates a named fixture and returns the ids of its resources by name', async () => {
    await using world = await sandbox.world({ clock: { isFrozen: true } });
    const { ids } = await world.fixtures('PAYMENTS');
    const { data } = await world.webhooks.next({ type: 'OUTGOING_PAYMENT.FAILED', resourceId: ids.payments.failed });
    expect(data.status).toBe('FAILED');
  });

  it('has no customers after a reset, and still triggers events', async () => {
    await using world = await sandbox.world({ clock: { isFrozen: true } });
    await makePayer(world.client);
    await world.reset();
    expect((await orThrow(world.client.GET('/customers'))).data).toEqual([]);
    expect(world.webhooks.received).toEqual([]);
    await world.trigger('CUSTOMER.KYC_APPROVED');
  });
});

describe('a fork', () => {
  it('of a world fails a PROCESSING payment that the original completes', async () => {
    await using world = await sandbox.world({ clock: { isFrozen: true } });
    const { transactionId } = await pay(world.client, await makePayer(world.client));
    await world.webhooks.next({ type: 'OUTGOING_PAYMENT.PROCESSING', resourceId: transactionId });
    // A delivery that is in flight during the copy is also sent to the copy.
    await world.clock.advance('0s');
    await using copy = await world.fork({ name: 'the bank turns it away' });
    expect(await copy.clock.now()).toBe(await world.clock.now());

    const mend = sandbox.fail('rail', 'ACCOUNT_CANNOT_RECEIVE');
    await copy.clock.advance('1m');
    mend();
    await world.clock.advance('1m');

    const failed = await copy.webhooks.next({ type: 'OUTGOING_PAYMENT.FAILED', resourceId: transactionId });
    expect(failed.data.failureReason).toBe('ACCOUNT_CANNOT_RECEIVE');
    await world.webhooks.next({ type: 'OUTGOING_PAYMENT.COMPLETED', resourceId: transactionId });
    const ends = [world, copy].map(({ webhooks }) =>
      webhooks.received.map(({ type }) => type).filter((type) => /OUTGOING_PAYMENT\.(COMPLETED|FAILED)/.test(type)),
    );
    expect(ends).toEqual([['OUTGOING_PAYMENT.COMPLETED'], ['OUTGOING_PAYMENT.FAILED']]);
    expect(copy.webhooks.received.map(({ type }) => type)).not.toContain('OUTGOING_PAYMENT.PROCESSING');
  });

  it('of the sandbox itself has its data and can be forked again', async () => {
    await using own = await startSandbox();
    const { customerId } = await makePayer(own.client);
    await using copy = await own.fork();
    await using second = await copy.fork();
    await makePayer(second.client);
    const counts = [own, copy, second].map(async ({ client }) => (await orThrow(client.GET('/customers'))).data.length);
    expect(await Promise.all(counts)).toEqual([1, 1, 2]);
    await copy.stop();
    const { response } = await second.client.GET('/customers/{customerId}', { params: { path: { customerId } } });
    expect(response.status).toBe(200);
  });

  it('receives the webhooks that were still to be delivered', async () => {
    await using world = await sandbox.world({ clock: { isFrozen: true } });
    const mend = world.fail('endpoint', 503);
    const { transactionId } = await pay(world.client, await makePayer(world.client));
    await world.clock.advance('0s');
    await using copy = await world.fork();
    mend();
    await copy.clock.advance('1h');
    await copy.webhooks.next({ type: 'OUTGOING_PAYMENT.PROCESSING', resourceId: transactionId });
    expect(world.webhooks.received).toEqual([]);
  });
});

describe('a seed', () => {
  it('runs requests that refer to the responses of earlier ones', async () => {
    await using world = await sandbox.world({ seed });
    expect(world.seeded).toMatchObject({ ada: { fullName: 'Ada Lovelace' } });
    const { data } = await orThrow(world.client.GET('/customers/internal-accounts'));
    expect(data.filter(({ balance }) => balance.amount === 700)).toHaveLength(1);
  });

  it('is read from a file, and reports which request was refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payments-seed-'));
    try {
      const file = join(folder, 'seed.json');
      writeFileSync(file, JSON.stringify(seed));
      await using world = await sandbox.world({ seed: file });
      expect(Object.keys(world.seeded)).toEqual(['terms', 'ada', 'accounts', 'funded']);
      writeFileSync(file, JSON.stringify([{ request: 'POST /customers', body: {} }]));
      await expect(sandbox.world({ seed: file })).rejects.toThrow(
        `${file}, request 1 (POST /customers) was refused with 400`,
      );
      writeFileSync(file, '{}');
      await expect(sandbox.world({ seed: file })).rejects.toThrow('is not a list of requests');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is refused for an unknown reference, which it names', async () => {
    const unknown = [{ request: 'GET /customers/{grace.id}' }];
    await expect(sandbox.world({ seed: unknown })).rejects.toThrow('uses {grace.id}');
  });
});
