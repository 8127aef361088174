import {
  createClient,
  orThrow,
  type Received,
  type ReceivedEvent,
  type Unlisted,
  webhookListener,
} from '@payments-platform/client';

// Mistakes that must not compile with any options of the reader's program. This file is compiled and never run: a
// mistake that compiles leaves its directive unused, which is an error.

// @ts-expect-error a setting is missing
createClient({ baseUrl: 'http://127.0.0.1:4020/2025-10-13', tokenId: 'id' });
const client = createClient({ baseUrl: 'http://127.0.0.1:4020/2025-10-13', tokenId: 'id', tokenSecret: 'secret' });

export async function requests(quote: Received<'Quote'>, account: Received<'InternalAccount'>): Promise<void> {
  const source = { sourceType: 'ACCOUNT', accountId: account.id } as const;
  const destination = { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:1' } as const;
  const body = { source, destination, lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1 } as const;
  await client.POST('/quotes', { body });
  // @ts-expect-error a misspelt member
  await client.POST('/quotes', { body: { ...body, descripton: 'Invoice 2041' } });
  // @ts-expect-error a misspelt member further down
  await client.POST('/quotes', { body: { ...body, source: { ...source, custmerId: 'Customer:1' } } });
  // @ts-expect-error a misspelt option
  await client.GET('/transactions', { parms: { query: { type: 'OUTGOING' } } });
  // @ts-expect-error a misspelt filter
  await client.GET('/transactions', { params: { query: { tpye: 'OUTGOING' } } });
  // @ts-expect-error a value that is not in the list
  await client.GET('/transactions', { params: { query: { type: 'OUTWARD' } } });
  // @ts-expect-error an amount is a number
  await client.POST('/quotes', { body: { ...body, lockedCurrencyAmount: '1' } });
  // @ts-expect-error a member is missing
  await client.POST('/quotes', { body: { source, destination } });
  // @ts-expect-error a quote is not an account
  await client.POST('/quotes', { body: { ...body, source: { ...source, accountId: quote.id } } });
  // @ts-expect-error an account is not a quote
  await client.GET('/quotes/{quoteId}', { params: { path: { quoteId: account.id } } });
  // @ts-expect-error a field that a quote does not have
  (await orThrow(client.POST('/quotes', { body }))).rate;
}

export async function refusals(quote: Received<'Quote'>): Promise<string> {
  const { data, error } = await client.GET('/quotes/{quoteId}', { params: { path: { quoteId: quote.id } } });
  // @ts-expect-error there may be no data before the error is checked
  data.id;
  if (data !== undefined) return data.id;
  // @ts-expect-error a status that this operation does not have
  if (error.status === 423) return 'locked';
  // @ts-expect-error a code of other operations
  if (error.code === 'INSUFFICIENT_FUNDS') return 'fund first';
  if (error.status === 404) return error.code satisfies 'QUOTE_NOT_FOUND' | Unlisted;
  // @ts-expect-error a code is missing
  return error.code satisfies 'UNAUTHORIZED' | 'FORBIDDEN' | Unlisted;
}

// @ts-expect-error a status that is added later would return nothing
export function tell(status: Received<'QuoteStatus'>): string {
  switch (status) {
    case 'COMPLETED':
      return 'paid';
    case 'FAILED':
    case 'EXPIRED':
      return 'not paid';
    case 'PENDING':
    case 'PENDING_AUTHORIZATION':
    case 'PROCESSING':
      return 'on its way';
  }
}

webhookListener('key', (event: ReceivedEvent) => {
  // @ts-expect-error a misspelt type
  if (event.type === 'OUTGOING_PAYMENT.DONE') return;
  if (event.type === 'OUTGOING_PAYMENT.COMPLETED') {
    // @ts-expect-error a field of other events
    event.data.balance;
  }
});
