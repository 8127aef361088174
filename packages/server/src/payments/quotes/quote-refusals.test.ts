import type { StateOf } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import {
  balanceOf,
  fund,
  makeGbpAccount,
  makeSender,
  makeUsdAccount,
  platformAccountOf,
  quoteBody,
} from '../../../test/parties.ts';
import { codeOf, refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { createFeedRates } from '../../engines/rates/feed-rates.ts';

async function setStatus(
  server: TestServer,
  table: 'internal_accounts' | 'external_accounts',
  id: string,
  status: StateOf<'internal-account' | 'external-account'>,
): Promise<void> {
  await server.deps.database.transaction((unit) =>
    unit.select((db) =>
      db.updateTable(table).set({ status }).where('tenant', '=', server.tenant).where('id', '=', id).returning('id'),
    ),
  );
}

async function newCustomer(server: TestServer): Promise<string> {
  const person = { customerType: 'INDIVIDUAL', fullName: 'Mary Somerville' };
  return (await server.request('POST', '/customers', person)).body.id;
}

/** A quote from an account of the platform instead of the customer's. */
function onBehalfOf(customerId: string, from: string, to: string): object {
  return { ...quoteBody({ from, to }), source: { sourceType: 'ACCOUNT', accountId: from, customerId } };
}

async function traces(server: TestServer): Promise<number[]> {
  return server.deps.database.read(async (unit) => {
    const quotes = await unit.select((db) => db.selectFrom('quotes').select('id').where('tenant', '=', server.tenant));
    const transactions = await unit.select((db) =>
      db.selectFrom('transactions').select('id').where('tenant', '=', server.tenant),
    );
    const events = await unit.select((db) =>
      db
        .selectFrom('events')
        .select('id')
        .where('tenant', '=', server.tenant)
        .where(({ eb, ref }) => eb(ref('type').$castTo<string>(), 'like', '%PAYMENT%')),
    );
    return [quotes.length, transactions.length, events.length];
  });
}

oneEngine('a quote that cannot be created', (start) => {
  it('is refused with QUOTE_RATE_UNAVAILABLE for a corridor without a rate, and stores nothing', async () => {
    const server = await start({ currencies: ['USD', 'ARS'] });
    const { accounts } = await makeSender(server);
    const ends = { from: accounts['USD'] ?? '', to: accounts['ARS'] ?? '' };
    const answer = await server.request('POST', '/quotes', quoteBody(ends));
    expect(codeOf(answer)).toEqual([400, 'QUOTE_RATE_UNAVAILABLE']);
    expect(await traces(server)).toEqual([0, 0, 0]);
  });

  it('is refused with INVALID_AMOUNT where the locked receiving amount costs less than one unit', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const parts = { from: accounts['USD'] ?? '', to: accounts['INR'] ?? '', amount: 1, side: 'RECEIVING' } as const;
    expect(codeOf(await server.request('POST', '/quotes', quoteBody(parts)))).toEqual([400, 'INVALID_AMOUNT']);
  });

  it('is refused with AMOUNT_OUT_OF_RANGE where the locked sending amount converts to nothing', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const quote = (amount: number) =>
      server.request('POST', '/quotes', quoteBody({ from: accounts['INR'] ?? '', to: accounts['USD'] ?? '', amount }));
    expect(codeOf(await quote(85))).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
    expect((await quote(86)).body.totalReceivingAmount).toBe(1);
  });

  it('is refused where a locked receiving amount costs more than the largest amount', async () => {
    const rates = createFeedRates(() => '2025-01-01T00:00:00.000Z');
    const worths = { USD: '1', GBP: '0.000000001' };
    rates.take({ worths, validUntil: '2025-01-02T00:00:00.000Z' }, '2025-01-01T00:00:00.000Z');
    const server = await start({ deps: { rates } });
    const { customerId, accounts } = await makeSender(server);
    const to = await makeGbpAccount(server, customerId);
    const parts = { from: accounts['GBP'] ?? '', to, amount: 9_000_000_000_000_000 };
    const sent = await server.request('POST', '/quotes', quoteBody({ ...parts, side: 'SENDING' }));
    expect(sent.body.totalSendingAmount).toBe(9_000_000_000_000_000);
    const answer = await server.request('POST', '/quotes', quoteBody({ ...parts, side: 'RECEIVING' }));
    expect(codeOf(answer)).toEqual([400, 'AMOUNT_OUT_OF_RANGE']);
  });

  it.each([
    ['SENDING', 'AMOUNT_OUT_OF_RANGE'],
    ['RECEIVING', 'INVALID_AMOUNT'],
  ] as const)(
    'is refused with %s locked where fees take the whole amount, with advice to lower the fee',
    async (side, code) => {
      const server = await start();
      const { accounts } = await makeSender(server);
      const platformFeeOverride = { platformFixedFee: { amount: 0, currency: 'USD' }, platformVariableFeeBps: 9_950 };
      const ends = { from: accounts['USD'] ?? '', to: accounts['EUR'] ?? '' };
      const answer = await server.request(
        'POST',
        '/quotes',
        quoteBody({ ...ends, side, extra: { platformFeeOverride } }),
      );
      expect(codeOf(answer)).toEqual([400, code]);
      expect(answer.body.reason).toContain('Lower the platform fee');
    },
  );

  it('is refused with CUSTOMER_NOT_FOUND for an unknown or deleted customer', async () => {
    const server = await start();
    const from = await platformAccountOf(server);
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const to = await makeUsdAccount(server, customerId);
    const unknown = 'Customer:00000000-0000-7000-8000-000000000000';
    expect(codeOf(await server.request('POST', '/quotes', onBehalfOf(unknown, from, to)))).toEqual([
      404,
      'CUSTOMER_NOT_FOUND',
    ]);
    await server.request('DELETE', `/customers/${customerId}`);
    for (const body of [
      quoteBody({ from, to }),
      quoteBody({ from: accounts['USD'] ?? '', to: accounts['EUR'] ?? '' }),
    ]) {
      expect(codeOf(await server.request('POST', '/quotes', body))).toEqual([404, 'CUSTOMER_NOT_FOUND']);
    }
  });

  it('is refused on behalf of a customer without terms consent, even from a platform account', async () => {
    const server = await start();
    const from = await platformAccountOf(server);
    await fund(server, from, 50_000);
    const { customerId: accepted } = await makeSender(server);
    const to = await makeUsdAccount(server, accepted);
    const body = onBehalfOf(await newCustomer(server), from, to);
    for (const immediatelyExecute of [false, true]) {
      const answer = await server.request('POST', '/quotes', { ...body, immediatelyExecute });
      expect(codeOf(answer)).toEqual([403, 'END_USER_TERMS_NOT_ACCEPTED']);
    }
    expect(await balanceOf(server, from)).toBe(50_000);
    expect(await traces(server)).toEqual([0, 0, 0]);
  });

  it('is refused on behalf of a customer who does not own the account', async () => {
    const server = await start();
    const [owner, other] = [await makeSender(server), await makeSender(server)];
    const to = await makeUsdAccount(server, owner.customerId);
    const body = onBehalfOf(other.customerId, owner.accounts['USD'] ?? '', to);
    const answer = await server.request('POST', '/quotes', body);
    expect(codeOf(answer)).toEqual([400, 'INVALID_INPUT']);
    expect(refusedFields(answer)).toEqual(['source.customerId']);
    const own = onBehalfOf(owner.customerId, owner.accounts['USD'] ?? '', to);
    expect((await server.request('POST', '/quotes', own)).status).toBe(201);
  });

  it('is refused while an internal account on either side is frozen', async () => {
    const server = await start();
    const { accounts } = await makeSender(server);
    const [frozen, active] = [accounts['USD'] ?? '', accounts['EUR'] ?? ''];
    await setStatus(server, 'internal_accounts', frozen, 'FROZEN');
    for (const body of [quoteBody({ from: frozen, to: active }), quoteBody({ from: active, to: frozen })]) {
      expect(codeOf(await server.request('POST', '/quotes', body))).toEqual([400, 'QUOTE_REQUEST_FAILED']);
    }
  });

  it.each([
    ['PENDING', 'QUOTE_REQUEST_FAILED'],
    ['UNDER_REVIEW', 'QUOTE_REQUEST_FAILED'],
    ['INACTIVE', 'QUOTE_REQUEST_FAILED'],
    ['UNVERIFIED', 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'],
  ] as const)('is refused to an external account that is %s with %s', async (status, code) => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    await setStatus(server, 'external_accounts', to, status);
    const answer = await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to, amount: 100 }));
    expect(codeOf(answer)).toEqual([400, code]);
  });

  it('is refused to an external account that is deleted', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    await server.request('DELETE', `/customers/external-accounts/${to}`);
    const answer = await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to }));
    expect(codeOf(answer)).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });
});
