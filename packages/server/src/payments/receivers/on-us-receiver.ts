import type { CounterpartyFieldDefinition } from '@payments-platform/types';
import { type Problem, problem } from '../../engines/uma/problems.ts';
import type { UmaAddress } from '../../engines/uma/uma-address.ts';
import type { ReceivableCurrency, Receiver } from '../../engines/uma/uma-network.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { isCurrencyCode } from '../../ground/money/currency.ts';
import { findCustomerByUmaAddress } from '../../people/customers/find-customer.ts';
import { refuseUnready } from '../../people/customers/refuse-unready.ts';
import { findCurrencyTerms } from '../../platform/config/currency-terms.ts';
import { findPlatform, findPlatformCurrencies } from '../../platform/platforms/find-platform.ts';

/** A customer of this platform. */
interface OnUsReceiver extends Receiver {
  readonly customerId: string;
}

/**
 * Resolves an address of this platform without the network: to a customer, or to a problem. `undefined` for an
 * address of another provider.
 */
export async function findOnUsReceiver(
  unit: Unit,
  tenant: number,
  address: UmaAddress,
): Promise<OnUsReceiver | Problem<'UMA_NOT_FOUND' | 'INVALID_RECEIVER'> | undefined> {
  const [platform, customer] = await Promise.all([
    findPlatform(unit, tenant),
    findCustomerByUmaAddress(unit, tenant, address.text),
  ]);
  if (customer === undefined) return address.domain === platform.uma_domain ? problem('UMA_NOT_FOUND') : undefined;
  if (customer.isDeleted) return problem('UMA_NOT_FOUND');
  if (refuseUnready(platform, customer) !== undefined) return problem('INVALID_RECEIVER');
  const currencies: ReceivableCurrency[] = [];
  const wanted = new Map<string, CounterpartyFieldDefinition>();
  const offered = customer.currencies ?? (await findPlatformCurrencies(unit, tenant));
  // Sent together.
  const allTerms = await Promise.all(offered.map((currency) => findCurrencyTerms(unit, tenant, currency)));
  for (const [at, currency] of offered.entries()) {
    const terms = allTerms[at];
    if (terms?.directions.includes('INCOMING') !== true || !isCurrencyCode(currency)) continue;
    // A platform may set its limits to zero, but no payment is smaller than one unit.
    const minMinor = terms.minMinor > 1n ? terms.minMinor : 1n;
    const { maxMinor, counterpartyRules } = terms;
    if (maxMinor < minMinor) continue;
    currencies.push({ currency, minMinor, maxMinor });
    for (const rule of counterpartyRules) if (rule.mandatory || !wanted.has(rule.name)) wanted.set(rule.name, rule);
  }
  return { kind: 'RECEIVER', customerId: customer.id, currencies, requestedPayerFields: [...wanted.values()] };
}
