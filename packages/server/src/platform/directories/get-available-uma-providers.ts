import type { UmaProvider } from '@payments-platform/types';
import type { ListedProvider } from '../../engines/directory/directory.ts';
import { viewCurrency } from '../../ground/money/currency.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';

export const getAvailableUmaProviders: Handler<'getAvailableUmaProviders'> = async ({ input, deps }) => {
  const { countryCode, currencyCode, hasBlockedProviders, sortOrder } = input.query;
  const page = readPage(input.query, (id) => !id.includes(':'));
  if (isRefusal(page)) return page;
  const found = deps.directory.umaProviders
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

function viewProvider({ name, domain, lei, regions, currencies, isAllowed }: ListedProvider): UmaProvider {
  return {
    name,
    domain,
    ...(lei === undefined ? {} : { lei }),
    supportedRegions: [...regions],
    supportedCurrencies: currencies.map((code) => viewCurrency(code)),
    allowListStatus: isAllowed,
  };
}
