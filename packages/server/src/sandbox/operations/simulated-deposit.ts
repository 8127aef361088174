import type { FundingRoute, Payer } from '../../engines/funding/funding.ts';
import { digitsOf, hashOf } from '../../ground/ids/hash-of.ts';
import { type CurrencyCode, isFiat } from '../../ground/money/currency.ts';
import type { Deposit } from '../../payments/transactions/save-deposit.ts';

interface Simulation {
  /** Something that no other deposit has, to make its names from. */
  readonly id: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly route: FundingRoute;
  /** What the payer wrote on it. */
  readonly reference: string | null;
  readonly payer?: Payer;
}

const bank = { bankName: 'Sandbox Bank', bankIdentifier: '110000000' };

/** Money from somebody outside, told as the rail or the chain would tell of it. */
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
