import type { Answer, TestServer } from './test-server.ts';

export interface RealtimeParts {
  readonly to: string;
  readonly currency?: string;
  readonly cryptoNetwork?: string;
  readonly customerId?: string;
  readonly amount?: number;
  readonly side?: 'SENDING' | 'RECEIVING';
  readonly extra?: object;
}

/** The body of a quote with real-time funding. */
export function realtimeBody(parts: RealtimeParts): object {
  const { to, currency = 'USD', cryptoNetwork, customerId, amount = 10_000, side = 'SENDING', extra = {} } = parts;
  return {
    source: {
      sourceType: 'REALTIME_FUNDING',
      currency,
      ...(customerId === undefined ? {} : { customerId }),
      ...(cryptoNetwork === undefined ? {} : { cryptoNetwork }),
    },
    destination: { destinationType: 'ACCOUNT', accountId: to },
    lockedCurrencySide: side,
    lockedCurrencyAmount: amount,
    ...extra,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the body of a quote, which tests look into
export async function realtimeQuote(server: TestServer, parts: RealtimeParts): Promise<any> {
  const answer = await server.request('POST', '/quotes', realtimeBody(parts));
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

/** Deposits for a quote: the expected amount, unless another one is given. */
export function payIn(
  server: TestServer,
  quote: { readonly id: string; readonly sendingCurrency: { readonly code: string } },
  currencyAmount?: number,
): Promise<Answer> {
  const amount = currencyAmount === undefined ? {} : { currencyAmount };
  return server.request('POST', '/sandbox/send', {
    quoteId: quote.id,
    currencyCode: quote.sendingCurrency.code,
    ...amount,
  });
}
