import { expect, it } from 'vitest';
import { newConnectedAgent, policyWith } from '../../../test/agents.ts';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { newWallet, withWallets } from '../../../test/embedded-wallets.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, fund, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { payIn } from '../../../test/realtime.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { newEuropeanId } from '../../../test/sca-customers.ts';
import { askFromWallet, executeSigned, type Instructed, payloadOf, preparePayer } from '../../../test/wallet-payers.ts';
import { writeStamp } from '../../engines/wallet-crypto/stamp.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

const kindsOf = (quote: Instructed): (string | undefined)[] =>
  quote.paymentInstructions.map(({ accountOrWalletInfo }) => accountOrWalletInfo['accountType']);

oneEngine('the invoice of a quote from an embedded wallet', (start) => {
  it('starts the payment when it is paid, and debits nothing from the wallet', async () => {
    const server = await start(withWallets);
    const payer = await preparePayer(server);
    const { body: quote } = await askFromWallet(payer);
    const paid = await payIn(server, quote);
    expect(paid).toMatchObject({
      status: 200,
      body: {
        id: quote.transactionId,
        status: 'PROCESSING',
        source: {
          sourceType: 'REALTIME_FUNDING',
          customerId: payer.customerId,
          currency: 'USDB',
          onChainTransaction: { network: 'SPARK' },
        },
      },
    });
    expect((await server.request('GET', `/quotes/${quote.id}`)).body.status).toBe('PROCESSING');
    await server.advance(48 * 60 * minuteMs);
    expect((await committedEvents(server, quote.transactionId)).map(({ type }) => type)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PROCESSING',
      'OUTGOING_PAYMENT.COMPLETED',
    ]);
    expect(await balanceOf(server, payer.accountId)).toBe(10_000_000);
    const signed = await executeSigned(payer, quote, writeStamp(payer.device, payloadOf(quote)));
    expect(signed).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    await expectHealthy(server);
  });

  it('refunds a failed payment to the wallet', async () => {
    const server = await start(withWallets);
    const payer = await preparePayer(server);
    const to = await makeUsdAccount(server, payer.customerId, '004');
    const { body: quote } = await askFromWallet({ ...payer, to });
    expect((await payIn(server, quote)).body.status).toBe('PROCESSING');
    await server.advance(48 * 60 * minuteMs);
    const { body } = await server.request('GET', `/transactions/${quote.transactionId}`);
    expect([body.status, body.refund.status]).toEqual(['FAILED', 'COMPLETED']);
    expect(await balanceOf(server, payer.accountId)).toBe(20_000_000);
    await expectHealthy(server);
  });

  it('accepts exactly its amount, while the quote is PENDING', async () => {
    const server = await start(withWallets);
    const payer = await preparePayer(server);
    const { body: quote } = await askFromWallet(payer);
    expect(refusedFields(await payIn(server, quote, 9_999_999))).toEqual(['currencyAmount']);
    expect((await server.request('GET', `/quotes/${quote.id}`)).body.status).toBe('PENDING');
    expect((await executeSigned(payer, quote, writeStamp(payer.device, payloadOf(quote)))).status).toBe(200);
    expect(refusedFields(await payIn(server, quote))).toEqual(['quoteId']);
    const { body: late } = await askFromWallet(await preparePayer(server));
    await server.advance(60 * minuteMs);
    expect((await payIn(server, late)).body.code).toBe('QUOTE_EXPIRED');
    await expectHealthy(server);
  });

  it('starts no payment when the owner got a region that requires authentication after the quote', async () => {
    const server = await start(withWallets);
    const payer = await preparePayer(server);
    const { body: quote } = await askFromWallet(payer);
    const region = { customerType: 'INDIVIDUAL', region: 'DE' };
    expect((await server.request('PATCH', `/customers/${payer.customerId}`, region)).status).toBe(200);
    expect(refusedFields(await payIn(server, quote))).toEqual(['quoteId']);
    expect((await server.request('GET', `/quotes/${quote.id}`)).body.status).toBe('PENDING');
  });

  it('is not shown for a quote of an agent or of a customer who has to authenticate', async () => {
    const server = await start(withWallets);
    const { customerId, accountId } = await newWallet(server);
    await fund(server, accountId, 10_000_000);
    const agent = await newConnectedAgent(server, customerId, policyWith());
    const to = await makeUsdAccount(server, customerId);
    const body = quoteBody({ from: accountId, to, amount: 10_000_000 });
    const { body: quote } = await agent.request('POST', '/agents/me/quotes', body);
    expect(kindsOf(quote)).toEqual(['EMBEDDED_WALLET']);
    expect(refusedFields(await payIn(server, quote))).toEqual(['quoteId']);
    const european = await newEuropeanId(server);
    const path = `/customers/internal-accounts?customerId=${european}&currency=USDB`;
    const from = (await server.request('GET', path)).body.data[0].id;
    await fund(server, from, 10_000_000);
    const { body: held } = await server.request('POST', '/quotes', quoteBody({ from, to, amount: 10_000_000 }));
    expect(kindsOf(held)).toEqual(['EMBEDDED_WALLET']);
  });
});

eachEngine('the invoice of a quote from an embedded wallet', (start) => {
  it('is paid once, by signature or by invoice, in 8 parallel attempts', async () => {
    const server = await start(withWallets);
    const payer = await preparePayer(server, 30_000_000);
    const { body: quote } = await askFromWallet(payer);
    const stamp = writeStamp(payer.device, payloadOf(quote));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0 ? executeSigned(payer, quote, stamp) : payIn(server, quote),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const isSigned = answers.findIndex(({ status }) => status === 200) % 2 === 0;
    expect(await balanceOf(server, payer.accountId)).toBe(isSigned ? 20_000_000 : 30_000_000);
    await expectHealthy(server);
  });
});
