import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf, makeGbpAccount, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { railsThat } from '../../../test/rails-that.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { settlementAt } from '../../engines/rails/timelines.ts';
import { dayMs, epochMsOf, secondMs } from '../../ground/clock/instant.ts';

const incoming = (...names: string[]): string[] => names.map((name) => `INCOMING_PAYMENT.${name}`);
/** Up to one second before a direct debit that starts now arrives. */
const tooEarlyOn = ({ clock }: TestServer): number =>
  epochMsOf(settlementAt('ACH', 'USD', clock.now())) - epochMsOf(clock.now()) - secondMs;

interface Pull {
  readonly to: string;
  readonly transactionId: string;
  readonly quoteId: string;
}

/** Debits 10000 from a bank account to an empty account of the customer. */
async function pull(server: TestServer, suffix = '111', currency = 'USD', extra: object = {}): Promise<Pull> {
  const { customerId, accounts } = await makeSender(server, 'USD', 0);
  const from = await makeUsdAccount(server, customerId, suffix);
  const to = accounts[currency] ?? '';
  const body = quoteBody({ from, to, extra: { immediatelyExecute: true, ...extra } });
  const made = await server.request('POST', '/quotes', body);
  if (made.status !== 201) throw new Error(made.text);
  return { to, transactionId: made.body.transactionId, quoteId: made.body.id };
}

function read(server: TestServer, { transactionId }: Pull): Promise<Answer> {
  return server.request('GET', `/transactions/${transactionId}`);
}

oneEngine('a direct debit from an external account', (start) => {
  it('is an INCOMING transaction with direction DEBIT', async () => {
    const server = await start();
    const made = await pull(server);
    expect((await read(server, made)).body).toMatchObject({
      type: 'INCOMING',
      direction: 'DEBIT',
      status: 'PENDING',
      source: { sourceType: 'ACCOUNT', accountId: expect.stringMatching(/^ExternalAccount:/) },
      destination: { accountId: made.to },
    });
    expect((await server.request('GET', `/quotes/${made.quoteId}`)).body.status).toBe('PROCESSING');
  });

  it('stays PENDING until the ACH settlement and is credited then', async () => {
    const server = await start();
    const made = await pull(server);
    await server.advance(tooEarlyOn(server));
    expect((await read(server, made)).body.status).toBe('PENDING');
    expect(await balanceOf(server, made.to)).toBe(0);
    await expectHealthy(server);
    await server.advance(10 * dayMs);
    expect((await read(server, made)).body).toMatchObject({ status: 'COMPLETED', settledAt: expect.any(String) });
    expect(await balanceOf(server, made.to)).toBe(10_000);
    expect(await eventsOf(server, made.transactionId)).toEqual(incoming('PENDING', 'PROCESSING', 'COMPLETED'));
    expect((await server.request('GET', `/quotes/${made.quoteId}`)).body.status).toBe('COMPLETED');
    await expectHealthy(server);
  });

  it('converts the amount and credits the platform fee', async () => {
    const server = await start();
    const platformFeeOverride = { platformFixedFee: { amount: 50, currency: 'USD' }, platformVariableFeeBps: 0 };
    const made = await pull(server, '111', 'EUR', { platformFeeOverride });
    await server.advance(10 * dayMs);
    const { body } = await server.request('GET', `/quotes/${made.quoteId}`);
    expect(await balanceOf(server, made.to)).toBe(body.totalReceivingAmount);
    const { body: platform } = await server.request('GET', '/platform/internal-accounts?currency=USD');
    expect(platform.data[0].balance.amount).toBe(50);
    await expectHealthy(server);
  });

  it.each([
    ['002', 'COLLECTION_FAILED', 0],
    ['003', 'ACCOUNT_INVALID', 0],
    ['004', 'COLLECTION_FAILED', 0],
    ['005', 'COLLECTION_FAILED', 30],
    ['010', 'COMPLIANCE_REJECTED', 0],
    ['011', 'LIMIT_EXCEEDED', 0],
    ['012', 'ACCOUNT_INVALID', 0],
  ])(
    'fails for an account ending in %s with %s after %i seconds, without a refund',
    async (suffix, reason, seconds) => {
      const server = await start();
      const made = await pull(server, suffix);
      if (seconds > 0) {
        await server.advance(seconds * secondMs - 1);
        expect((await read(server, made)).body.status).toBe('PENDING');
      }
      await server.advance(1);
      const { body } = await read(server, made);
      expect(body).toMatchObject({ status: 'FAILED', failureReason: reason });
      expect(body.refund).toBeUndefined();
      await server.advance(10 * dayMs);
      expect(await eventsOf(server, made.transactionId)).toEqual(incoming('PENDING', 'FAILED'));
      expect((await server.request('GET', `/quotes/${made.quoteId}`)).body.status).toBe('FAILED');
      expect(await balanceOf(server, made.to)).toBe(0);
      await expectHealthy(server);
    },
  );

  it('is refunded when it fails after the money was taken', async () => {
    const report = { kind: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED' } as const;
    const server = await start({ deps: { rails: railsThat({ report }) } });
    const made = await pull(server);
    await server.advance(10 * dayMs);
    expect(await eventsOf(server, made.transactionId)).toEqual(
      incoming('PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'),
    );
    expect(await balanceOf(server, made.to)).toBe(0);
    await expectHealthy(server);
  });

  it('is executed once when it is quoted and executed in two requests', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const from = await makeUsdAccount(server, customerId);
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to: accounts['USD'] ?? '' }));
    expect(quote).toMatchObject({ status: 'PENDING', exchangeRate: 1, feesIncluded: 0, platformFeesIncluded: 0 });
    expect((await server.request('POST', `/quotes/${quote.id}/execute`)).body.status).toBe('PROCESSING');
    expect((await server.request('POST', `/quotes/${quote.id}/execute`)).body.code).toBe('CONFLICT');
    await server.advance(dayMs);
    expect((await server.request('GET', `/quotes/${quote.id}`)).body.status).toBe('PROCESSING');
  });

  it('fails when its quote expires without being executed', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const from = await makeUsdAccount(server, customerId);
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from, to: accounts['USD'] ?? '' }));
    await server.advance(dayMs);
    expect(await eventsOf(server, quote.transactionId)).toEqual(incoming('PENDING', 'FAILED'));
  });

  it('can be cancelled after one day, but no longer one second before settlement', async () => {
    const server = await start();
    const made = await pull(server);
    await server.advance(dayMs);
    const cancelled = await server.request('POST', `/transactions/${made.transactionId}/cancel`);
    expect(cancelled.body).toMatchObject({ status: 'FAILED', failureReason: 'COLLECTION_FAILED' });
    await server.advance(10 * dayMs);
    expect(await eventsOf(server, made.transactionId)).toEqual(incoming('PENDING', 'FAILED'));
    expect(await balanceOf(server, made.to)).toBe(0);

    const late = await pull(server);
    await server.advance(tooEarlyOn(server));
    const refused = await server.request('POST', `/transactions/${late.transactionId}/cancel`);
    expect(refused.body.code).toBe('TRANSACTION_NOT_CANCELLABLE');
    await expectHealthy(server);
  });

  it('requires a source that allows direct debit and an internal account as destination', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const from = await makeUsdAccount(server, customerId);
    const ask = (source: string, to: string): Promise<Answer> =>
      server.request('POST', '/quotes', quoteBody({ from: source, to }));
    const british = await makeGbpAccount(server, customerId);
    expect(refusedFields(await ask(british, accounts['GBP'] ?? ''))).toEqual(['source.accountId']);
    expect(refusedFields(await ask(from, await makeUsdAccount(server, customerId)))).toEqual(['destination.accountId']);
    expect((await ask('ExternalAccount:0198c0de-7a14-7b40-8d3e-0000000000b1', from)).body.code).toBe(
      'ACCOUNT_NOT_FOUND',
    );
    expect((await ask(from, from)).body.code).toBe('SELF_PAYMENT');
  });

  it('is refused until the bank has validated a new account, and when the validation has failed', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const to = accounts['USD'] ?? '';
    const [slow, wrong] = [
      await makeUsdAccount(server, customerId, '108'),
      await makeUsdAccount(server, customerId, '109'),
    ];
    const codeFrom = async (from: string): Promise<[number, string]> => {
      const { status, body } = await server.request('POST', '/quotes', quoteBody({ from, to }));
      return [status, body.code ?? body.status];
    };
    for (const from of [slow, wrong]) expect(await codeFrom(from)).toEqual([409, 'BANK_ACCOUNT_VALIDATION_PENDING']);
    await server.advance(10 * dayMs);
    expect(await codeFrom(slow)).toEqual([201, 'PENDING']);
    expect(await codeFrom(wrong)).toEqual([400, 'INVALID_BANK_ACCOUNT']);
    await server.advance(365 * dayMs);
    expect(await codeFrom(wrong)).toEqual([400, 'INVALID_BANK_ACCOUNT']);
    const paidOut = await server.request('POST', '/quotes', quoteBody({ from: to, to: wrong }));
    expect(paidOut.status).toBe(201);
  });
});
