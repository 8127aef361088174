import { minorPerMajor } from '../../ground/money/currency.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import { exactMinor, smallestExactUnits } from '../../ground/money/token-amount.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import type { StablecoinRow } from '../registrations/tables.ts';

/** An amount of tokens and its value in money, both in smallest units. */
export interface TokenAmount {
  readonly units: bigint;
  readonly moneyMinor: bigint;
}

/** Refuses zero, which the pattern of the specification accepts. */
export function refuseZeroAmount(amount: string): Refusal<'INVALID_INPUT'> | undefined {
  if (BigInt(amount) > 0n) return undefined;
  return refuseFields([{ field: 'amount', message: 'Send an amount above zero.' }]);
}

export function readAmount(
  amount: string,
  { decimals, base_currency: currency }: Pick<StablecoinRow, 'decimals' | 'base_currency'>,
): TokenAmount | Refusal<'STABLECOIN_AMOUNT_NOT_REPRESENTABLE' | 'INVALID_INPUT'> {
  const units = BigInt(amount);
  const perMajor = minorPerMajor(currency);
  const moneyMinor = exactMinor(units, decimals, perMajor);
  if (moneyMinor === undefined) {
    const step = smallestExactUnits(decimals, perMajor);
    return refuse(
      'STABLECOIN_AMOUNT_NOT_REPRESENTABLE',
      `The amount is not a whole number of the smallest unit of ${currency}. Send a multiple of ${step}.`,
    );
  }
  if (moneyMinor <= largestWireMinor) return { units, moneyMinor };
  const message = `The amount is worth more than ${largestWireMinor} in the smallest unit of ${currency}. Mint or burn less at a time.`;
  return refuseFields([{ field: 'amount', message }]);
}
