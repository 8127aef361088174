import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf } from '../../../test/parties.ts';
import { payUma, prepareUma, quoteUma, readTransaction, umaDomain, umaQuoteBody } from '../../../test/uma-payments.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../ground/clock/instant.ts';
import { createSandboxUma } from '../../sandbox/adapters/sandbox-uma.ts';

const started = ['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING'];
const refunded = ['OUTGOING_PAYMENT.FAILED', 'OUTGOING_PAYMENT.REFUND_PENDING', 'OUTGOING_PAYMENT.REFUND_COMPLETED'];

oneEngine('a quote to a UMA address', (start) => {
  it('prices the payment and creates an OUTGOING transaction with the UMA address', async () => {
    const server = await start();
    const prepared = await prepareUma(server, 'success.mxn');
    const { status, body } = await quoteUma(server, { ...prepared, address: `$Success.MXN@${umaDomain}` });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'PENDING',
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: `$success.mxn@${umaDomain}`, currency: 'MXN' },
      sendingCurrency: { code: 'USD' },
      receivingCurrency: { code: 'MXN' },
      totalSendingAmount: 10_000,
      totalReceivingAmount: 183_918,
      feesIncluded: 50,
      counterpartyInformation: { FULL_NAME: 'Grace Hopper' },
      expiresAt: '2025-01-01T00:05:00.000Z',
    });
    const transaction = await readTransaction(server, body.transactionId);
    expect(transaction).toMatchObject({
      type: 'OUTGOING',
      direction: 'DEBIT',
      status: 'PENDING',
      customerId: prepared.customerId,
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: `$success.mxn@${umaDomain}`, currency: 'MXN' },
      counterpartyInformation: { FULL_NAME: 'Grace Hopper' },
      reconciliationInstructions: { reference: expect.any(String) },
    });
    expect(transaction.paymentRail).toBeUndefined();
    expect(transaction.reconciliationInstructions.transactionHash).toBeUndefined();
    expect((await server.request('GET', `/quotes/${body.id}`)).body).toEqual(body);
  });

  it('pays any currency of the lookup and refuses others with INVALID_CURRENCY', async () => {
    const server = await start();
    const prepared = await prepareUma(server);
    const to = (currency: string) => ({
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: prepared.address, currency },
    });
    expect((await quoteUma(server, prepared, to('EUR'))).body.receivingCurrency.code).toBe('EUR');
    expect(await quoteUma(server, prepared, to('GBP'))).toMatchObject({
      status: 400,
      body: { code: 'INVALID_CURRENCY' },
    });
  });

  it('debits at execution and completes within two seconds, with a settlement hash', async () => {
    const server = await start();
    const prepared = await prepareUma(server);
    const { body } = await quoteUma(server, prepared);
    expect(await balanceOf(server, prepared.from)).toBe(1_000_000);
    expect((await server.request('POST', `/quotes/${body.id}/execute`)).body.status).toBe('PROCESSING');
    expect(await balanceOf(server, prepared.from)).toBe(990_000);
    await server.advance(2 * secondMs);
    const transaction = await readTransaction(server, body.transactionId);
    expect(transaction).toMatchObject({
      status: 'COMPLETED',
      settledAt: '2025-01-01T00:00:02.000Z',
      reconciliationInstructions: { transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(transaction.destination.onChainTransaction).toBeUndefined();
    expect(await eventsOf(server, body.transactionId)).toEqual([...started, 'OUTGOING_PAYMENT.COMPLETED']);
    await expectHealthy(server);
  });

  it.each([
    ['fail.compliance.usd', 'COMPLIANCE_REJECTED'],
    ['fail.execution.usd', 'QUOTE_EXECUTION_FAILED'],
    ['fail.limit.usd', 'LIMIT_EXCEEDED'],
    ['fail.account.usd', 'ACCOUNT_CANNOT_RECEIVE'],
    ['fail.invalid', 'ACCOUNT_INVALID'],
  ])('fails and is refunded when the address is named %s, with %s', async (name, failureReason) => {
    const server = await start();
    const { id, from } = await payUma(server, name);
    await server.advance(minuteMs);
    expect(await readTransaction(server, id)).toMatchObject({
      status: 'FAILED',
      failureReason,
      refund: { status: 'COMPLETED' },
    });
    expect(await balanceOf(server, from)).toBe(1_000_000);
    expect(await eventsOf(server, id)).toEqual([...started, ...refunded]);
    await expectHealthy(server);
  });

  it('is delayed, held, timed out or left without a refund by the name of the address', async () => {
    const server = await start();
    const names = ['pending.long.usd', 'hold.review.usd', 'hold.rejected.usd', 'timeout.usd', 'fail.refund.usd'];
    const ids: string[] = [];
    for (const name of names) ids.push((await payUma(server, name)).id);
    const states = async () => {
      const all = await Promise.all(ids.map((id) => readTransaction(server, id)));
      return all.map(({ status, pendingReason = '', refund }) => [
        status,
        pendingReason,
        refund?.reason ?? '',
        refund?.status ?? '',
      ]);
    };
    await server.advance(5 * secondMs);
    expect(await states()).toEqual([
      ['PROCESSING', '', '', ''],
      ['PROCESSING', 'COMPLIANCE_REVIEW', '', ''],
      ['PROCESSING', 'COMPLIANCE_REVIEW', '', ''],
      ['PROCESSING', '', '', ''],
      ['FAILED', '', 'TRANSACTION_FAILED', 'FAILED'],
    ]);
    await server.advance(23 * hourMs);
    expect((await states()).map(([status]) => status)).toEqual([
      'PROCESSING',
      'COMPLETED',
      'FAILED',
      'PROCESSING',
      'FAILED',
    ]);
    await server.advance(dayMs);
    expect(await states()).toEqual([
      ['COMPLETED', '', '', ''],
      ['COMPLETED', '', '', ''],
      ['FAILED', '', 'TRANSACTION_FAILED', 'COMPLETED'],
      ['FAILED', '', 'TIMEOUT', 'COMPLETED'],
      ['FAILED', '', 'TRANSACTION_FAILED', 'FAILED'],
    ]);
    await expectHealthy(server);
  });

  it('sends the other provider only the fields it requires, with no database transaction open', async () => {
    const asked: unknown[] = [];
    const uma = createSandboxUma();
    const server = await start({
      deps: {
        uma: {
          ...uma,
          requestPayment: async (request, context) => {
            asked.push(request.payer);
            // This write would wait forever if the unit of the quote were still open.
            await server.deps.database.transaction((unit) => unit.select((db) => db.selectFrom('quotes').select('id')));
            return uma.requestPayment(request, context);
          },
        },
      },
    });
    const prepared = await prepareUma(server);
    const extra = { senderCustomerInfo: { BIRTH_DATE: '1985-12-09', TAX_ID: '123', FAVOURITE_COLOUR: 'blue' } };
    const key = { 'idempotency-key': 'one-intent' };
    const body = umaQuoteBody({ ...prepared, extra });
    const first = await server.request('POST', '/quotes', body, key);
    expect(first.status).toBe(201);
    expect(asked).toEqual([{ FULL_NAME: 'Ada Lovelace', BIRTH_DATE: '1985-12-09' }]);
    const repeat = await server.request('POST', '/quotes', body, key);
    expect(repeat.text).toBe(first.text);
    expect(asked).toHaveLength(1);
  });

  it('returns the fields that the platform requires about the receiver', async () => {
    const server = await start();
    const rule = { currencyCode: 'USD', minAmount: 1, maxAmount: 1_000_000 };
    const wanted = [
      { name: 'BIRTH_DATE', mandatory: true },
      { name: 'NATIONALITY', mandatory: false },
    ];
    await server.request('PATCH', '/config', {
      supportedCurrencies: [{ ...rule, requiredCounterpartyFields: wanted }],
    });
    const { body } = await quoteUma(server, await prepareUma(server));
    expect(body.counterpartyInformation).toEqual({
      FULL_NAME: 'Grace Hopper',
      BIRTH_DATE: '1985-12-09',
      NATIONALITY: 'US',
    });
  });
});
