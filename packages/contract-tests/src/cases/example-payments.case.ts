import type { Json } from '@payments-platform/types/spec';
import { describe } from 'vitest';
import { call, type ExampleSession, newSession, text } from '../examples/example-session.ts';
import type { Target } from '../targets/target.ts';
import { needsState } from './scenario.ts';

const ada = 'Customer:0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70';
const dollars = 'InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c';
const coins = 'InternalAccount:0198c0de-7a11-7d09-9e1b-5c6d7e8f9012';
const ofPlatform = 'InternalAccount:0198c0de-7a10-7f31-8b0c-4d5e6f708192';
const euroPayee = 'ExternalAccount:0198c0de-7a14-7b3f-9c2d-4e5f60718293';
const dollarPayees = [
  'ExternalAccount:0198c0de-7a14-7b40-8d3e-0000000000b1',
  'ExternalAccount:0198c0de-7a14-7b40-8d3e-0000000000a1',
];

/** Ada with her accounts, 1,000 dollars, and a payee. */
export async function openAda(session: ExampleSession): Promise<void> {
  const { ids, platform } = session;
  await call(session, 'createCustomer', { request: 'person', answer: 'person' });
  const customerId = ids.get(ada) ?? '';
  for (const [id, currency] of [
    [dollars, 'USD'],
    [coins, 'USDC'],
  ] as const) {
    const page = await call(session, 'listCustomerInternalAccounts', { query: { customerId, currency } });
    ids.set(id, text(page, 'data', '0', 'id'));
  }
  await call(session, 'sandboxFundInternalAccount', { request: 'fund', path: { accountId: ids.get(dollars) ?? '' } });
  const account = await call(session, 'createCustomerExternalAccount', { request: 'euroAccount' });
  ids.set(euroPayee, text(account, 'id'));
  const bank = await call(session, 'createCustomerExternalAccount', { request: 'dollarAccount' });
  for (const id of dollarPayees) ids.set(id, text(bank, 'id'));
  await platform.advance(0);
}

/** The dollars of the platform, for transfers to a customer. */
async function fundPlatform(session: ExampleSession): Promise<void> {
  const page = await call(session, 'listPlatformInternalAccounts', { query: { currency: 'USD' } });
  const accountId = text(page, 'data', '0', 'id');
  session.ids.set(ofPlatform, accountId);
  await call(session, 'sandboxFundInternalAccount', { request: 'fund', path: { accountId } });
}

async function readPayment(session: ExampleSession, quote: Json): Promise<string> {
  const transactionId = text(quote, 'transactionId');
  await session.platform.advance(60_000);
  await call(session, 'getQuoteById', { path: { quoteId: text(quote, 'id') } });
  await call(session, 'getTransactionById', { path: { transactionId } });
  return transactionId;
}

/** Executes the quote of an example, and returns the id of its transaction. */
async function pay(session: ExampleSession, request: string, execution?: string): Promise<string> {
  const quote = await call(session, 'createQuote', { request });
  await call(session, 'executeQuote', { request: execution, path: { quoteId: text(quote, 'id') } });
  return readPayment(session, quote);
}

/** The server accepts the requests that the specification shows. */
export function examplePaymentCases(target: Target): void {
  const scenario = needsState(target, 'a mock accepts the ids of the examples');

  describe('the requests of the examples', () => {
    scenario('of accounts and payments are accepted', async (platform) => {
      const session = newSession(platform);
      const { ids } = session;
      await openAda(session);
      for (const request of [
        'sterlingAccount',
        'pesoAccount',
        'realAccount',
        'rupeeAccount',
        'pesoAccountInColombia',
        'businessInNigeria',
        'mobileMoney',
        'overSwift',
        'solanaWallet',
        'lightning',
      ])
        await call(session, 'createCustomerExternalAccount', { request });
      await call(session, 'sandboxFundInternalAccount', {
        request: 'fund',
        path: { accountId: ids.get(dollars) ?? '' },
      });
      await fundPlatform(session);
      const path = { transactionId: await pay(session, 'acrossCurrencies', 'noOptions') };
      for (const request of ['now', 'earlier']) await call(session, 'confirmReceiptDelivery', { request, path });
      for (const request of ['receivingAmountFixed', 'betweenInternalAccounts', 'ownFee']) await pay(session, request);
      const paid = await call(session, 'createQuote', { request: 'inOneRequest' });
      await readPayment(session, paid);
      const completed = await call(session, 'listEvents', { query: { type: 'OUTGOING_PAYMENT.COMPLETED' } });
      await call(session, 'resendEvent', { path: { eventId: text(completed, 'data', '0', 'id') } });
    });

    for (const failing of ['PAYMENTS', 'REFUNDS'] as const)
      scenario(
        `of a transfer are accepted where ${failing} fail`,
        async (platform) => {
          const session = newSession(platform);
          await openAda(session);
          await fundPlatform(session);
          const quote = await call(session, 'createQuote', { request: 'betweenInternalAccounts' });
          await call(session, 'executeQuote', { path: { quoteId: text(quote, 'id') } });
          await platform.advance(60_000);
        },
        { failing },
      );
  });
}
