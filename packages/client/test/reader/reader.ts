import {
  createClient,
  listAll,
  newIdempotencyKey,
  orThrow,
  type Received,
  type ReceivedEvent,
} from '../../src/index.ts';

// A program as integrators write it. It is compiled and never run: with every strict flag, to check that the types
// allow it; and with values added to every list of the interface, to check that readers still compile.

const client = createClient({ baseUrl: 'http://127.0.0.1:4020/2025-10-13', tokenId: 'id', tokenSecret: 'secret' });

export async function payInvoice(from: `InternalAccount:${string}`, to: `ExternalAccount:${string}`): Promise<string> {
  const quote = await orThrow(
    client.POST('/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: from },
        destination: { destinationType: 'ACCOUNT', accountId: to },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 12_550,
      },
    }),
  );
  const { data, error } = await client.POST('/quotes/{quoteId}/execute', {
    params: { path: { quoteId: quote.id }, header: { 'Idempotency-Key': newIdempotencyKey() } },
  });
  if (data !== undefined) return `${data.transactionId} ${tellQuote(data.status)}`;
  switch (error.status) {
    case 400:
      return error.code === 'QUOTE_EXPIRED' ? payInvoice(from, to) : error.reason;
    case 429:
      return 'tomorrow';
    default:
      return error.reason;
  }
}

export function tellQuote(status: Received<'QuoteStatus'>): string {
  switch (status) {
    case 'PENDING':
    case 'PENDING_AUTHORIZATION':
      return 'not paid yet';
    case 'PROCESSING':
      return 'on its way';
    case 'COMPLETED':
      return 'paid';
    case 'FAILED':
    case 'EXPIRED':
      return 'not paid';
    default:
      return status.toLowerCase();
  }
}

export async function largest(): Promise<number> {
  let most = 0;
  const payments = listAll((page) => client.GET('/transactions', { params: { query: { ...page, type: 'OUTGOING' } } }));
  for await (const payment of payments) {
    if (payment.type === 'OUTGOING') most = Math.max(most, payment.sentAmount.amount);
  }
  return most;
}

export async function emitAccountEvents(externalAccountId: `ExternalAccount:${string}`): Promise<string> {
  const params = { path: { externalAccountId } };
  const { accountInfo, status } = await orThrow(
    client.GET('/customers/external-accounts/{externalAccountId}', { params }),
  );
  switch (accountInfo.accountType) {
    case 'USD_ACCOUNT':
      return `${accountInfo.routingNumber} ${accountInfo.paymentRails.join(', ')} ${status}`;
    case 'MXN_ACCOUNT':
      return accountInfo.clabeNumber;
    default:
      return accountInfo.accountType;
  }
}

export function onEvent(event: ReceivedEvent): string | undefined {
  switch (event.type) {
    case 'OUTGOING_PAYMENT.COMPLETED':
    case 'OUTGOING_PAYMENT.FAILED':
      return `${event.data.id} ${event.data.refund?.status ?? event.data.status}`;
    case 'INTERNAL_ACCOUNT.BALANCE_UPDATED':
      return `${event.data.id} ${event.data.balance.amount}`;
    case 'TEST':
      return event.webhookId;
    default:
      return undefined;
  }
}

/** Descriptions of refund statuses. Lists grow, so a table by value is incomplete. */
const refundWords: Readonly<Partial<Record<Received<'RefundStatus'>, string>>> = {
  PENDING: 'on its way back',
  COMPLETED: 'paid back',
  FAILED: 'not paid back',
};

export function tellRefund({ status }: Received<'Refund'>): string {
  return refundWords[status] ?? status;
}
