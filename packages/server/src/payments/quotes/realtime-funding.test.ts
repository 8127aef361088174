import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf, makeSender, makeUsdAccount } from '../../../test/parties.ts';
import { payIn, realtimeBody, realtimeQuote } from '../../../test/realtime.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { dayMs, minuteMs } from '../../ground/clock/instant.ts';

const minutesFrom = (start: string, end: string): number => (Date.parse(end) - Date.parse(start)) / minuteMs;

oneEngine('a quote with real-time funding', (start) => {
  it.each([
    ['USD', undefined, [['USD_ACCOUNT', ['RTP', 'FEDNOW']]], 5],
    ['EUR', undefined, [['EUR_ACCOUNT', ['SEPA_INSTANT']]], 5],
    ['GBP', undefined, [['GBP_ACCOUNT', ['FASTER_PAYMENTS']]], 5],
    ['MXN', undefined, [['MXN_ACCOUNT', ['SPEI']]], 5],
    ['BRL', undefined, [['BRL_ACCOUNT', undefined]], 5],
    ['INR', undefined, [['INR_ACCOUNT', ['UPI']]], 5],
    ['USDC', 'SOLANA', [['SOLANA_WALLET', undefined]], 5],
    ['USDC', 'ETHEREUM', [['ETHEREUM_WALLET', undefined]], 30],
    [
      'BTC',
      undefined,
      [
        ['SPARK_WALLET', undefined],
        ['LIGHTNING', undefined],
      ],
      5,
    ],
    ['BTC', 'BITCOIN', [['BITCOIN_L1', undefined]], 60],
  ] as const)('returns payment instructions and a time to expiry for %s over %s', async (...row) => {
    const [currency, cryptoNetwork, ways, minutes] = row;
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const network = cryptoNetwork === undefined ? {} : { cryptoNetwork };
    const to = accounts['GBP'] ?? '';
    const quote = await realtimeQuote(server, { to, currency, customerId, amount: 100_000, ...network });
    const infos = quote.paymentInstructions.map((entry: { accountOrWalletInfo: object }) => entry.accountOrWalletInfo);
    expect(
      infos.map((info: { accountType: string; paymentRails?: string[] }) => [info.accountType, info.paymentRails]),
    ).toEqual(ways);
    expect(quote).toMatchObject({
      status: 'PENDING',
      source: { sourceType: 'REALTIME_FUNDING', currency, customerId },
    });
    expect(minutesFrom(quote.createdAt, quote.expiresAt)).toBe(minutes);
    const { body: transaction } = await server.request('GET', `/transactions/${quote.transactionId}`);
    expect(transaction).toMatchObject({ type: 'INCOMING', status: 'PENDING', direction: 'CREDIT' });
    expect((await server.request('GET', `/quotes/${quote.id}`)).body).toEqual(quote);
  });

  it('shows its reference on the transaction, and its payment instructions until it is paid', async () => {
    const server = await start();
    const { customerId } = await makeSender(server);
    const quote = await realtimeQuote(server, { to: await makeUsdAccount(server, customerId), customerId });
    const waiting = await server.request('GET', `/transactions/${quote.transactionId}`);
    const { reference } = quote.paymentInstructions[0].accountOrWalletInfo;
    expect(waiting.body).toMatchObject({
      type: 'OUTGOING',
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
      paymentInstructions: quote.paymentInstructions,
      reconciliationInstructions: { reference },
    });
    expect((await payIn(server, quote)).body.paymentInstructions).toBeUndefined();
  });

  it('requests exactly the priced amount in its invoice when the receiving side is locked', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    for (const [side, field] of [
      ['RECEIVING', 'totalReceivingAmount'],
      ['SENDING', 'totalSendingAmount'],
    ] as const) {
      const locked = { currency: 'BTC', customerId, to: accounts['USD'] ?? '', side, amount: 50_001 };
      const quote = await realtimeQuote(server, locked);
      const invoices = quote.paymentInstructions.flatMap(
        (entry: { accountOrWalletInfo: { invoice?: string } }) => entry.accountOrWalletInfo.invoice ?? [],
      );
      expect(invoices).toEqual([expect.stringMatching(new RegExp(`^lntb${quote.totalSendingAmount}0n1`))]);
      expect(quote[field]).toBe(50_001);
      expect(quote.feesIncluded).toBeGreaterThan(0);
    }
  });

  it('refuses immediatelyExecute, a wrong network, an unsupported currency and an unknown customer', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = accounts['EUR'] ?? '';
    const ask = (parts: object): ReturnType<typeof server.request> =>
      server.request('POST', '/quotes', realtimeBody({ to, customerId, ...parts }));
    expect(refusedFields(await ask({ extra: { immediatelyExecute: true } }))).toEqual(['immediatelyExecute']);
    expect(refusedFields(await ask({ cryptoNetwork: 'SOLANA' }))).toEqual(['source.cryptoNetwork']);
    const unnamed = await ask({ currency: 'USDC' });
    expect(refusedFields(unnamed)).toEqual(['source.cryptoNetwork']);
    expect(unnamed.body.details.errors[0].constraint.enum).toEqual(['SOLANA', 'BASE', 'POLYGON', 'ETHEREUM']);
    expect(refusedFields(await ask({ currency: 'USDC', cryptoNetwork: 'TRON' }))).toEqual(['source.cryptoNetwork']);
    for (const currency of ['AED', 'XXX']) expect((await ask({ currency })).body.code).toBe('INVALID_CURRENCY');
    expect((await ask({ currency: 'USDT', cryptoNetwork: 'TRON' })).body.code).toBe('INVALID_CURRENCY');
    const stranger = 'Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70';
    expect((await ask({ customerId: stranger })).body.code).toBe('CUSTOMER_NOT_FOUND');
  });

  it('refuses to be executed with CONFLICT, before and after its expiry', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const quote = await realtimeQuote(server, { to: accounts['EUR'] ?? '', customerId });
    const executed = await server.request('POST', `/quotes/${quote.id}/execute`);
    expect([executed.status, executed.body.code]).toEqual([409, 'CONFLICT']);
    await server.advance(dayMs);
    expect((await server.request('POST', `/quotes/${quote.id}/execute`)).body.code).toBe('CONFLICT');
  });

  it('expires when it is not paid', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const incoming = await realtimeQuote(server, { to: accounts['EUR'] ?? '', customerId });
    const outgoing = await realtimeQuote(server, { to: await makeUsdAccount(server, customerId), customerId });
    await server.advance(dayMs);
    expect(await eventsOf(server, incoming.transactionId)).toEqual([
      'INCOMING_PAYMENT.PENDING',
      'INCOMING_PAYMENT.FAILED',
    ]);
    expect(await eventsOf(server, outgoing.transactionId)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.EXPIRED',
    ]);
    expect((await server.request('GET', `/quotes/${outgoing.id}`)).body.status).toBe('EXPIRED');
  });
});

oneEngine('the deposit for a quote', (start) => {
  it('starts the payment, which names the payer and completes', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = accounts['EUR'] ?? '';
    const quote = await realtimeQuote(server, { to, customerId });
    const paid = await payIn(server, quote);
    expect(paid.status).toBe(200);
    expect(paid.body).toMatchObject({
      id: quote.transactionId,
      status: 'PROCESSING',
      source: { sourceType: 'REALTIME_FUNDING', paymentRail: 'RTP', accountHolderName: expect.any(String) },
    });
    await server.advance(minuteMs);
    expect(await balanceOf(server, to)).toBe(quote.totalReceivingAmount);
    expect((await server.request('GET', `/quotes/${quote.id}`)).body.status).toBe('COMPLETED');
    expect(await eventsOf(server, quote.transactionId)).toEqual([
      'INCOMING_PAYMENT.PENDING',
      'INCOMING_PAYMENT.PROCESSING',
      'INCOMING_PAYMENT.COMPLETED',
    ]);
    await expectHealthy(server);
  });

  it('shows its hash on the source when it comes over a blockchain, and is paid out to a bank', async () => {
    const server = await start();
    const { customerId } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const quote = await realtimeQuote(server, {
      to,
      customerId,
      currency: 'USDC',
      cryptoNetwork: 'BASE',
      amount: 50_000_000,
    });
    await payIn(server, quote);
    await server.advance(minuteMs);
    const { body } = await server.request('GET', `/transactions/${quote.transactionId}`);
    expect(body).toMatchObject({
      status: 'COMPLETED',
      paymentRail: 'RTP',
      source: { onChainTransaction: { network: 'BASE', transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    });
  });

  it('credits the platform fee', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const to = await makeUsdAccount(server, customerId);
    const { body } = await server.request('GET', '/platform/internal-accounts?currency=USD');
    const platformFeeOverride = { platformFixedFee: { amount: 50, currency: 'USD' }, platformVariableFeeBps: 30 };
    const quote = await realtimeQuote(server, { to, customerId, amount: 1_000, extra: { platformFeeOverride } });
    expect(quote).toMatchObject({ totalSendingAmount: 1_000, platformFeesIncluded: 53 });
    await payIn(server, quote);
    await server.advance(minuteMs);
    expect(await balanceOf(server, body.data[0].id)).toBe(53);
  });
});
