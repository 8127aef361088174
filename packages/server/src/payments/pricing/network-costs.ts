import type { CryptoNetwork } from '@payments-platform/types';
import type { RateSource } from '../../engines/rates/rate-source.ts';
import { type CurrencyCode, minorPerMajor } from '../../ground/money/currency.ts';
import { parseRate } from '../../ground/money/rate.ts';
import { rounded } from '../../ground/money/rounding.ts';

/** What one transfer costs on a network: in its own asset, and in millionths of a US dollar. */
interface NetworkCost {
  readonly asset: string;
  readonly feeMinor: number;
  readonly microDollars: bigint;
}

/** Fees of the sandbox, which never move. */
export const networkCosts: Readonly<Record<CryptoNetwork, NetworkCost>> = {
  BASE: { asset: 'ETH', feeMinor: 1_000_000_000_000, microDollars: 3_000n },
  BITCOIN: { asset: 'BTC', feeMinor: 1_500, microDollars: 1_458_750n },
  ETHEREUM: { asset: 'ETH', feeMinor: 150_000_000_000_000, microDollars: 450_000n },
  PLASMA: { asset: 'XPL', feeMinor: 1_000_000_000_000_000, microDollars: 1_000n },
  POLYGON: { asset: 'POL', feeMinor: 5_000_000_000_000_000, microDollars: 2_000n },
  SOLANA: { asset: 'SOL', feeMinor: 5_000, microDollars: 1_000n },
  SPARK: { asset: 'BTC', feeMinor: 0, microDollars: 0n },
  TRON: { asset: 'TRX', feeMinor: 1_000_000, microDollars: 250_000n },
};

/** The cost of a network in the smallest unit of an asset; nothing where its price is not known. */
export function costMinor(rates: RateSource, network: CryptoNetwork, currency: CurrencyCode): bigint {
  const rate = rates.lastRateFor(currency, 'USD');
  if (rate === undefined) return 0n;
  const { numerator, denominator } = parseRate(rate);
  return rounded.fee({
    numerator: networkCosts[network].microDollars * numerator * minorPerMajor(currency),
    denominator: denominator * 1_000_000n,
  });
}
