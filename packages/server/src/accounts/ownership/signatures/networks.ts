import { bitcoin, readBitcoinAddress } from '../../external/identifiers/bitcoin-addresses.ts';
import { solana, spark, tron, withChecksumCase } from '../../external/identifiers/wallet-addresses.ts';
import { bitcoinSignature } from './bitcoin-signature.ts';
import { evmSignature } from './evm-signature.ts';
import type { SignatureCheck } from './signature-check.ts';
import { isSolanaKey, solanaSignature } from './solana-signature.ts';
import { sparkSignature } from './spark-signature.ts';
import { tronSignature } from './tron-signature.ts';

/** How the wallets of one network sign a message. */
export interface SigningNetwork {
  /** The address in the network's own notation. */
  readonly write: (address: string) => string;
  readonly check: SignatureCheck;
  /** Whether a key can exist for the address; omitted if every address has one. */
  readonly hasKey?: (address: string) => boolean;
}

const evm: SigningNetwork = { check: evmSignature, write: withChecksumCase };

const networks: Readonly<Record<string, SigningNetwork>> = {
  BASE: evm,
  ETHEREUM: evm,
  PLASMA: evm,
  POLYGON: evm,
  BITCOIN: { check: bitcoinSignature, hasKey: isBitcoinKey, write: bitcoin.canonical },
  SOLANA: { check: solanaSignature, hasKey: isSolanaKey, write: solana.canonical },
  SPARK: { check: sparkSignature, write: spark.canonical },
  TRON: { check: tronSignature, write: tron.canonical },
};

/** How wallets of the network sign; `undefined` if they cannot. */
export function signingNetwork(network: string): SigningNetwork | undefined {
  return networks[network];
}

/** Whether a single key can sign for the address. A script may require several. */
function isBitcoinKey(address: string): boolean {
  const kind = readBitcoinAddress(address)?.kind;
  return kind !== undefined && kind !== 'P2WSH';
}
