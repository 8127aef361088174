import { describe } from 'vitest';
import { field, newStory, play, type Story } from '../examples/story.ts';
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
export async function openAda(story: Story): Promise<void> {
  const { cast, platform } = story;
  await play(story, 'createCustomer', { request: 'person', answer: 'person' });
  const customerId = cast.get(ada) ?? '';
  for (const [id, currency] of [
    [dollars, 'USD'],
    [coins, 'USDC'],
  ] as const) {
    const page = await play(story, 'listCustomerInternalAccounts', { query: { customerId, currency } });
    cast.set(id, String(field(page, 'data', '0', 'id')));
  }
  await play(story, 'sandboxFundInternalAccount', { request: 'fund', path: { accountId: cast.get(dollars) ?? '' } });
  await play(story, 'createCustomerExternalAccount', { request: 'euroAccount' }).then((made) =>
    cast.set(euroPayee, String(field(made, 'id'))),
  );
  const bank = await play(story, 'createCustomerExternalAccount', { request: 'dollarAccount' });
  for (const id of dollarPayees) cast.set(id, String(field(bank, 'id')));
  await platform.advance(0);
}

/** The server accepts the requests that the specification shows. */
export function examplePaymentCases(target: Target): void {
  const scenario = needsState(target, 'a mock accepts the ids of the examples');

  describe('the requests of the examples', () => {
    scenario('of accounts and payments are accepted', async (platform) => {
      const story = newStory(platform);
      const { cast } = story;
      await openAda(story);
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
        await play(story, 'createCustomerExternalAccount', { request });
      const treasury = await play(story, 'listPlatformInternalAccounts', { query: { currency: 'USD' } });
      cast.set(ofPlatform, String(field(treasury, 'data', '0', 'id')));
      for (const id of [dollars, ofPlatform])
        await play(story, 'sandboxFundInternalAccount', { request: 'fund', path: { accountId: cast.get(id) ?? '' } });
      for (const request of [
        'acrossCurrencies',
        'inOneRequest',
        'receivingAmountFixed',
        'betweenInternalAccounts',
        'ownFee',
      ]) {
        const quote = await play(story, 'createQuote', { request });
        const path = { quoteId: String(field(quote, 'id')) };
        if (request !== 'inOneRequest')
          await play(story, 'executeQuote', {
            request: request === 'acrossCurrencies' ? 'noOptions' : undefined,
            path,
          });
        await platform.advance(60_000);
        await play(story, 'getQuoteById', { path });
        await play(story, 'getTransactionById', { path: { transactionId: String(field(quote, 'transactionId')) } });
        if (request === 'acrossCurrencies')
          for (const confirm of ['now', 'earlier'])
            await play(story, 'confirmReceiptDelivery', {
              request: confirm,
              path: { transactionId: String(field(quote, 'transactionId')) },
            });
      }
      const completed = await play(story, 'listEvents', { query: { type: 'OUTGOING_PAYMENT.COMPLETED' } });
      await play(story, 'resendEvent', { path: { eventId: String(field(completed, 'data', '0', 'id')) } });
    });

    for (const failing of ['PAYMENTS', 'REFUNDS'] as const)
      scenario(
        `of a transfer are accepted where ${failing} fail`,
        async (platform) => {
          const story = newStory(platform);
          await openAda(story);
          const treasury = await play(story, 'listPlatformInternalAccounts', { query: { currency: 'USD' } });
          story.cast.set(ofPlatform, String(field(treasury, 'data', '0', 'id')));
          const accountId = story.cast.get(ofPlatform) ?? '';
          await play(story, 'sandboxFundInternalAccount', { request: 'fund', path: { accountId } });
          const quote = await play(story, 'createQuote', { request: 'betweenInternalAccounts' });
          await play(story, 'executeQuote', { path: { quoteId: String(field(quote, 'id')) } });
          await platform.advance(60_000);
        },
        { failing },
      );
  });
}
