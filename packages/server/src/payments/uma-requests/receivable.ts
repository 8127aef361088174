import { lightningMultiplier } from '../../engines/rates/lightning-multiplier.ts';
import type { PricedCurrency } from '../../engines/uma/answers.ts';
import type { UmaAddress } from '../../engines/uma/uma-address.ts';
import type { Receiver } from '../../engines/uma/uma-network.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { ProviderAnswer } from '../../operation/provider-route.ts';
import { findCustomerByUmaAddress, type KnownCustomer } from '../../people/customers/find-customer.ts';
import { findOnUsReceiver } from '../receivers/on-us-receiver.ts';
import { findReceivingAccount } from '../transactions/uma-payment.ts';
import { type AddressedPlatform, refusals } from './addressed.ts';

/** A customer who can be paid by another provider. */
export interface Receivable {
  readonly customer: KnownCustomer;
  readonly currencies: readonly PricedCurrency[];
  readonly requestedPayerFields: Receiver['requestedPayerFields'];
}

/**
 * The receiver at an address, with the currencies that have an account and a Lightning price. Every payer must
 * disclose a name.
 */
export async function findReceivable(
  unit: Unit,
  { tenant, deps }: AddressedPlatform,
  address: UmaAddress,
): Promise<Receivable | ProviderAnswer> {
  const [found, customer] = await Promise.all([
    findOnUsReceiver(unit, tenant, address),
    findCustomerByUmaAddress(unit, tenant, address.text),
  ]);
  if (found?.kind !== 'RECEIVER' || customer === undefined)
    return found?.kind === 'PROBLEM' && found.code === 'INVALID_RECEIVER'
      ? refusals.notReady
      : refusals.unknownReceiver;
  const currencies: PricedCurrency[] = [];
  // Sent together.
  const accounts = await Promise.all(
    found.currencies.map(({ currency }) => findReceivingAccount({ unit, tenant, deps }, customer.id, currency)),
  );
  for (const [at, one] of found.currencies.entries()) {
    const quoted = deps.rates.rateFor('BTC', one.currency, deps.clock.now());
    if (quoted === undefined || accounts[at] === undefined) continue;
    currencies.push({ ...one, multiplier: lightningMultiplier(quoted.rate, one.currency) });
  }
  if (currencies.length === 0) return refusals.notReady;
  const others = found.requestedPayerFields.filter(({ name }) => name !== 'FULL_NAME');
  return { customer, currencies, requestedPayerFields: [{ name: 'FULL_NAME', mandatory: true }, ...others] };
}
