import type { UmaProvider } from '@payments-platform/types';
import type { ListedProvider } from '../../engines/directory/directory.ts';
import { viewCurrency } from '../../ground/money/currency.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, ofKind, pageInMemory, readPage } from '../../operation/pagination.ts';

export const getAvailableUmaProviders: Handler<'getAvailableUmaProviders'> = async ({ input, deps }) => {
  const { countryCode, currencyCode, hasBlockedProviders } = input.query;
  const page = readPage(input.query, ofKind('UmaProvider'));
  if (isRefusal(page)) return page;
  const found = deps.directory.umaProviders
    .filter(
      ({ regions, currencies, isAllowed }) =>
        (countryCode === undefined || regions.includes(countryCode)) &&
        (currencyCode === undefined || currencies.some((currency) => currency === currencyCode)) &&
        (hasBlockedProviders !== false || isAllowed),
    )
    .map((provider) => ({ ...provider, id: `UmaProvider:${provider.domain}` }));
  return {
    status: 200,
    body: { ...listBody(pageInMemory(found, page), page.limit, viewProvider), totalCount: found.length },
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
