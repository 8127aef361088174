import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeExternal, makeSender, makeUsdAccount, quoteBody, type Sender } from '../../../test/parties.ts';
import { payIn, realtimeQuote } from '../../../test/realtime.ts';
import { rememberingBanks } from '../../../test/remembering-banks.ts';
import { sampleAccounts } from '../../../test/sample-accounts.ts';
import { rowsOf } from '../../../test/store-rows.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { chooseDeposit, incomingOf, payOwn } from '../../../test/uma-payments.ts';
import { dayMs, secondMs } from '../../ground/clock/instant.ts';

const carried = { remittanceInformation: 'Invoice 2025-001', purposeOfPayment: 'SALARY_PAYMENT' };

async function pay(server: TestServer, from: string, to: string, paymentRail?: string): Promise<string> {
  const body = quoteBody({ from, to, amount: 50_000, extra: { immediatelyExecute: true, ...carried } });
  const destination = { ...body.destination, ...(paymentRail !== undefined && { paymentRail }) };
  const made = await server.request('POST', '/quotes', { ...body, destination });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.transactionId;
}

const accountOf = (sender: Sender, currency = 'USD'): string => sender.accounts[currency] ?? '';

oneEngine('the submission of a payment to its rail', (start) => {
  it.each(['ACH', 'WIRE', 'RTP', 'FEDNOW'])(
    'includes amount, account, remittance information and purpose, over %s',
    async (rail) => {
      const { paid, ...banks } = rememberingBanks();
      const server = await start({ deps: banks });
      const sender = await makeSender(server);
      const to = await makeUsdAccount(server, sender.customerId);
      const id = await pay(server, accountOf(sender), to, rail);
      await server.advance(14 * dayMs);
      const { accountInfo } = (await server.request('GET', `/customers/external-accounts/${to}`)).body;
      const { paymentRails: _rails, ...registered } = accountInfo;
      const { receivedAmount } = (await server.request('GET', `/transactions/${id}`)).body;
      expect(paid.get(id)).toMatchObject({
        rail,
        currency: 'USD',
        amountMinor: BigInt(receivedAmount.amount),
        destinationIdentifier: registered.accountNumber,
        ...carried,
        account: { accountType: 'USD_ACCOUNT', accountInfo: registered, beneficiaryName: 'Grace Hopper' },
      });
    },
  );

  it('includes the received amount in its own currency', async () => {
    const { paid, ...banks } = rememberingBanks();
    const server = await start({ deps: banks });
    const sender = await makeSender(server);
    const to = await makeExternal(server, sender.customerId, 'EUR', { ...sampleAccounts.EUR_ACCOUNT.accountInfo });
    const id = await pay(server, accountOf(sender), to);
    await server.advance(14 * dayMs);
    const { sentAmount, receivedAmount } = (await server.request('GET', `/transactions/${id}`)).body;
    expect(paid.get(id)).toMatchObject({ currency: 'EUR', amountMinor: BigInt(receivedAmount.amount) });
    expect(receivedAmount.amount).not.toBe(sentAmount.amount);
  });

  it('includes the amount and the payer of a refund', async () => {
    const { refunded, ...banks } = rememberingBanks();
    const server = await start({ deps: banks });
    const { customerId, accounts } = await makeSender(server);
    const quote = await realtimeQuote(server, { to: accounts['EUR'] ?? '', customerId, amount: 12_345 });
    await payIn(server, quote, 12_000);
    const own = await pay(server, accounts['USD'] ?? '', await makeUsdAccount(server, customerId, '002'));
    await server.advance(14 * dayMs);
    const { source } = (await server.request('GET', `/transactions/${quote.transactionId}`)).body;
    const { accountHolderName, accountIdentifier, bankName, bankIdentifier } = source;
    expect(accountIdentifier).toEqual(expect.any(String));
    expect(refunded.get(quote.transactionId)).toMatchObject({
      refundMinor: 12_000n,
      refundCurrency: 'USD',
      payer: { accountHolderName, accountIdentifier, bankName, bankIdentifier },
    });
    expect(refunded.get(own)).toMatchObject({ refundMinor: 50_000n, refundCurrency: 'USD', payer: null });
  });

  it('includes no name for a wallet without one, and no account for an internal payment', async () => {
    const { paid, ...banks } = rememberingBanks();
    const server = await start({ deps: banks });
    const sender = await makeSender(server, 'USDC', 1_000_000_000);
    const { accountInfo } = sampleAccounts.SOLANA_WALLET;
    const wallet = await makeExternal(server, sender.customerId, 'USDC', { ...accountInfo });
    const out = await pay(server, accountOf(sender, 'USDC'), wallet);
    const inside = await pay(server, accountOf(sender, 'USDC'), accountOf(await makeSender(server, 'USDC', 0), 'USDC'));
    await server.advance(dayMs);
    expect(paid.get(out)?.account).toEqual({ accountType: 'SOLANA_WALLET', accountInfo, beneficiaryName: null });
    expect(paid.get(inside)).toMatchObject({ rail: 'INTERNAL', destinationIdentifier: null, account: null });
  });

  it('includes the whole account when it is deleted before settlement', async () => {
    const { paid, ...banks } = rememberingBanks();
    const server = await start({ deps: banks });
    const sender = await makeSender(server);
    const to = await makeUsdAccount(server, sender.customerId);
    const id = await pay(server, accountOf(sender), to, 'ACH');
    expect((await server.request('DELETE', `/customers/external-accounts/${to}`)).status).toBe(204);
    await server.advance(14 * dayMs);
    expect(paid.get(id)?.account).toMatchObject({ accountInfo: { routingNumber: '021000021' } });
  });

  it('includes the account that a payment to a UMA address is passed on to', async () => {
    const { paid, ...banks } = rememberingBanks();
    const server = await start({ deps: banks });
    const payment = await payOwn(server);
    await chooseDeposit(server, payment.receiver.customerId, '111');
    await server.advance(2 * secondMs);
    const incoming = await incomingOf(server, payment);
    expect((await server.request('POST', `/transactions/${incoming}/approve`)).status).toBe(200);
    await server.advance(14 * dayMs);
    expect(paid.get(incoming)?.account).toMatchObject({ accountType: 'USD_ACCOUNT', beneficiaryName: 'Ada Lovelace' });
  });

  it('includes the amount and the account to debit for a direct debit', async () => {
    const { collected, ...banks } = rememberingBanks();
    const server = await start({ deps: banks });
    const sender = await makeSender(server, 'USD', 0);
    const from = await makeUsdAccount(server, sender.customerId);
    const id = await pay(server, from, accountOf(sender, 'EUR'));
    await server.advance(14 * dayMs);
    expect(collected.get(id)).toMatchObject({
      rail: 'ACH',
      currency: 'USD',
      amountMinor: 50_000n,
      ...carried,
      account: {
        accountType: 'USD_ACCOUNT',
        accountInfo: { routingNumber: '021000021' },
        beneficiaryName: 'Grace Hopper',
      },
    });
  });

  it('stores the remittance information sealed and shows it on the transaction and in its events', async () => {
    const server = await start();
    const sender = await makeSender(server);
    const id = await pay(server, accountOf(sender), await makeUsdAccount(server, sender.customerId));
    await server.advance(14 * dayMs);
    expect((await server.request('GET', `/transactions/${id}`)).body).toMatchObject(carried);
    const events = (await server.request('GET', `/events?resourceId=${encodeURIComponent(id)}&limit=100`)).body.data;
    expect(events.length).toBeGreaterThan(1);
    const payload = await server.request('GET', `/events/${encodeURIComponent(events[0].id)}`);
    expect(JSON.parse(payload.body.payload)).toMatchObject({ data: carried });
    for (const [table, text] of await rowsOf(server.bare, [server.tenant])) {
      expect([table, text.includes(carried.remittanceInformation)]).toEqual([table, false]);
    }
  });
});
