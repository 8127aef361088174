import type { UmaProvider } from '@payments-platform/types';
import { type Handler, isRefusal } from '../http/operation.ts';
import { listBody, readPage } from '../http/pagination.ts';
import { type CurrencyCode, viewCurrency } from '../money/currency.ts';

interface Listed {
  readonly name: string;
  readonly domain: string;
  readonly created_at: string;
  readonly lei?: string;
  readonly regions: readonly string[];
  readonly currencies: readonly CurrencyCode[];
  readonly isAllowed: boolean;
}

/** The providers of the sandbox, the newest first; none of them is a real one. */
const providers: readonly Listed[] = [
  {
    name: 'Blocked Wallet',
    domain: 'uma.blocked.example',
    created_at: '2024-09-01T00:00:00.000Z',
    regions: ['US', 'MX'],
    currencies: ['USD', 'MXN'],
    isAllowed: false,
  },
  {
    name: 'Example Wallet',
    domain: 'uma.wallet.example',
    created_at: '2024-06-01T00:00:00.000Z',
    lei: 'EXAMPLE0000000000087',
    regions: ['US', 'CA'],
    currencies: ['USD', 'BTC'],
    isAllowed: true,
  },
  {
    name: 'Sandbox',
    domain: 'sandbox.example.com',
    created_at: '2024-01-01T00:00:00.000Z',
    regions: ['BR', 'DE', 'FR', 'IN', 'MX', 'US'],
    currencies: ['BRL', 'EUR', 'INR', 'MXN', 'USD'],
    isAllowed: true,
  },
];

export const getAvailableUmaProviders: Handler<'getAvailableUmaProviders'> = async ({ input }) => {
  const { countryCode, currencyCode, hasBlockedProviders, sortOrder } = input.query;
  const page = readPage(input.query);
  if (isRefusal(page)) return page;
  const found = providers
    .filter(
      ({ regions, currencies, isAllowed }) =>
        (countryCode === undefined || regions.includes(countryCode)) &&
        (currencyCode === undefined || currencies.some((currency) => currency === currencyCode)) &&
        (hasBlockedProviders !== false || isAllowed),
    )
    .map((provider) => ({ ...provider, id: provider.domain }));
  const { after } = page;
  const isAscending = sortOrder === 'asc';
  const ordered = isAscending ? found.toReversed() : found;
  const rest =
    after === undefined
      ? ordered
      : ordered.filter(({ created_at: at }) => (isAscending ? at > after.createdAt : at < after.createdAt));
  return {
    status: 200,
    body: { ...listBody(rest.slice(0, page.limit + 1), page.limit, viewProvider), totalCount: found.length },
  };
};

function viewProvider({ name, domain, lei, regions, currencies, isAllowed }: Listed): UmaProvider {
  return {
    name,
    domain,
    ...(lei === undefined ? {} : { lei }),
    supportedRegions: [...regions],
    supportedCurrencies: currencies.map(viewCurrency),
    allowListStatus: isAllowed,
  };
}
