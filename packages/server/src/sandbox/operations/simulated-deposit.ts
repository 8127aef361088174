import type { FundingRoute, Payer } from '../../engines/funding/funding.ts';
import { digitsOf, hashOf } from '../../ground/ids/hash-of.ts';
import { type CurrencyCode, isFiat } from '../../ground/money/currency.ts';
import type { Deposit } from '../../payments/transactions/save-deposit.ts';

interface Simulation {
  /** A unique value for the names of the deposit. */
  readonly id: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly route: FundingRoute;
  /** The payer's text. */
  readonly reference: string | null;
  readonly payer?: Payer;
}

const bank = { bankName: 'Sandbox Bank', bankIdentifier: '110000000' };

/** A deposit from outside, reported as the rail or the chain would report it. */
export function simulatedDeposit({ id, currency, amountMinor, route, reference, payer }: Simulation): Deposit {
  const hash = hashOf(id);
  if (!isFiat(currency)) {
    return { amountMinor, route, payer: payer ?? {}, ...(route === 'LIGHTNING' ? {} : { transactionHash: hash }) };
  }
  const written = reference === null ? {} : { remittanceInformation: reference };
  const names = { endToEndId: `E2E${hash.slice(-24).toUpperCase()}`, traceNumber: digitsOf(id, 15) };
  const simulated = { accountHolderName: 'Sandbox Payer', accountIdentifier: digitsOf(id, 12), ...bank };
  return { amountMinor, route, payer: { ...simulated, ...written, ...names, ...payer } };
}
