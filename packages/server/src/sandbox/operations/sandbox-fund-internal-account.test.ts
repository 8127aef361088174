import type { StateOf } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { consent, newCustomerId, person } from '../../../test/customers.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { wordsOf } from '../../../test/words-of.ts';

interface Funded {
  readonly id: string;
  readonly status: string;
}

async function platformAccount(server: TestServer, currency = 'USD'): Promise<Funded> {
  return (await server.request('GET', `/platform/internal-accounts?currency=${currency}`)).body.data[0];
}

function fund(server: TestServer, id: string, amount: unknown) {
  return server.request('POST', `/sandbox/internal-accounts/${id}/fund`, { amount });
}

function setStatus(server: TestServer, id: string, status: StateOf<'internal-account'>): Promise<unknown> {
  return server.deps.database.transaction((unit) =>
    unit.select((db) =>
      db
        .updateTable('internal_accounts')
        .set({ status })
        .where('tenant', '=', server.tenant)
        .where('id', '=', id)
        .returning('id'),
    ),
  );
}

oneEngine('funding an internal account of the sandbox', (start) => {
  it('credits the amount and returns the account', async () => {
    const server = await start();
    const before = await platformAccount(server);
    const { status, body } = await fund(server, before.id, 100_000);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      balance: { ...body.balance, amount: 100_000 },
      totalBalance: { ...body.balance, amount: 100_000 },
    });
    expect(await platformAccount(server)).toEqual(body);
  });

  it('credits the account of a customer and emits an event per new balance', async () => {
    const server = await start();
    const customerId = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=EUR`);
    const { id } = body.data[0];
    const first = await fund(server, id, 100);
    const second = await fund(server, id, 50);
    const events = (await committedEvents(server, id)).filter(
      ({ type }) => type === 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
    );
    expect(events.map(({ data }) => data)).toEqual([first.body, second.body]);
    expect(events.map(({ sequence }) => sequence)).toEqual([3, 4]);
  });

  it('posts the amount against service:world, so that the ledger stays in balance', async () => {
    const server = await start();
    const { id } = await platformAccount(server, 'USD');
    await fund(server, id, 42);
    const postings = await server.deps.database.read((unit) =>
      unit.select((db) =>
        db.selectFrom('ledger_postings').selectAll().where('tenant', '=', server.tenant).orderBy('line'),
      ),
    );
    expect(postings.map(({ account, currency, amount_minor }) => [account, currency, amount_minor])).toEqual([
      ['service:world:USD', 'USD', -42n],
      [id, 'USD', 42n],
    ]);
    const entries = await server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('ledger_entries').selectAll().where('tenant', '=', server.tenant)),
    );
    expect(entries).toMatchObject([{ kind: 'FUND', subject_id: expect.stringMatching(/^Funding:/) }]);
  });

  it('credits a USDC account through a completed incoming payment', async () => {
    const server = await start();
    const customerId = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USDC`);
    const { id } = body.data[0];
    expect((await fund(server, id, 42)).body.balance.amount).toBe(42);
    const { body: listed } = await server.request('GET', `/transactions?customerId=${customerId}`);
    expect(listed.data).toMatchObject([
      { type: 'INCOMING', status: 'COMPLETED', destination: { accountId: id }, receivedAmount: { amount: 42 } },
    ]);
    const events = await committedEvents(server, listed.data[0].id);
    expect(events.map(({ type }) => type)).toEqual([
      'INCOMING_PAYMENT.PENDING',
      'INCOMING_PAYMENT.PROCESSING',
      'INCOMING_PAYMENT.COMPLETED',
    ]);
  });

  it('accepts amounts from 1 to 100000000000 only', async () => {
    const server = await start();
    const { id } = await platformAccount(server);
    for (const amount of [1, 100_000_000_000]) expect((await fund(server, id, amount)).status).toBe(200);
    for (const amount of [0, -1, 100_000_000_001, 1.5, '5', null]) {
      const answer = await fund(server, id, amount);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toContain('amount');
    }
  });

  it('refuses an amount that brings the balance above the largest exact JSON integer', async () => {
    const server = await start();
    const { id } = await platformAccount(server);
    await server.deps.database.transaction((unit) =>
      unit.select((db) =>
        db
          .updateTable('internal_accounts')
          .set({ balance_minor: 9_007_199_254_740_990n })
          .where('tenant', '=', server.tenant)
          .where('id', '=', id)
          .returning('id'),
      ),
    );
    expect((await fund(server, id, 1)).body.balance.amount).toBe(9_007_199_254_740_991);
    const answer = await fund(server, id, 1);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual(['amount']);
  });

  it.each(['FROZEN', 'CLOSED', 'PENDING', 'FAILED'] as const)('refuses an account that is %s', async (status) => {
    const server = await start();
    const { id } = await platformAccount(server);
    await setStatus(server, id, status);
    const answer = await fund(server, id, 100);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual(['accountId']);
    expect((await platformAccount(server)) as unknown).toMatchObject({ balance: { amount: 0 } });
  });

  it('refuses the accounts of a REJECTED customer', async () => {
    const server = await start();
    const customerId = await newCustomerId(server, { ...person, fullName: 'Ada 002', endUserTermsConsent: consent });
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}`);
    expect(body.data).toHaveLength(8);
    for (const { id } of body.data) expect(refusedFields(await fund(server, id, 1))).toEqual(['accountId']);
    expect((await server.request('DELETE', `/customers/${customerId}`)).status).toBe(200);
  });

  it('returns the same ACCOUNT_NOT_FOUND for an unknown and a foreign account', async () => {
    const [server, other] = [await start(), await start()];
    const unknown = 'InternalAccount:00000000-0000-7000-8000-000000000000';
    const { id: foreign } = await platformAccount(other);
    for (const id of [unknown, foreign]) {
      const answer = await fund(server, id, 100);
      expect(answer).toMatchObject({ status: 404, body: { code: 'ACCOUNT_NOT_FOUND' } });
      expect(wordsOf(answer).replaceAll(id, unknown)).toBe(wordsOf(await fund(server, unknown, 100)));
    }
    expect((await platformAccount(other)) as unknown).toMatchObject({ balance: { amount: 0 } });
  });

  it('is refused in production with FORBIDDEN', async () => {
    const server = await start({ environment: 'PRODUCTION' });
    const { id } = await platformAccount(server);
    expect(await fund(server, id, 100)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });
});

eachEngine('funding an internal account of the sandbox', (start) => {
  it('credits each of ten parallel requests', async () => {
    const server = await start();
    const { id } = await platformAccount(server);
    const answers = await Promise.all(Array.from({ length: 10 }, () => fund(server, id, 7)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await platformAccount(server)) as unknown).toMatchObject({ balance: { amount: 70 } });
  });
});
