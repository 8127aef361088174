import type { CryptoNetwork } from '@payments-platform/types';
import type { NetworkCost } from '../../engines/rails/rails.ts';

/** The fixed costs of transfers in the sandbox. */
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
