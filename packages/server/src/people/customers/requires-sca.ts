import { regions } from '@payments-platform/types';

const countries: ReadonlySet<string> = new Set(
  Object.values(regions)
    .filter(({ demandsStrongCustomerAuthentication }) => demandsStrongCustomerAuthentication)
    .flatMap((region) => [...region.countries]),
);

/** Whether the rules of the customer's country require strong customer authentication. */
export function requiresSca(country: string | null | undefined): boolean {
  return country != null && countries.has(country);
}
