import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { rule } from './identifier-rule.ts';

/** The kind of script that a Bitcoin address pays, and the hash or key in it. */
export interface BitcoinProgram {
  readonly kind: 'P2PKH' | 'P2SH' | 'P2WPKH' | 'P2WSH' | 'P2TR';
  readonly program: Uint8Array;
}

/** Mainnet and the test networks, which share one version. */
const versions: ReadonlyMap<number, BitcoinProgram['kind']> = new Map([
  [0x00, 'P2PKH'],
  [0x6f, 'P2PKH'],
  [0x05, 'P2SH'],
  [0xc4, 'P2SH'],
]);
const prefixes: ReadonlySet<string> = new Set(['bc', 'tb', 'bcrt']);
const base58check = createBase58check(sha256);
const hashLength = 20;
const longestSegwit = 90;

/** Reads an address of any script in use today; `undefined` for any other text. */
export function readBitcoinAddress(text: string): BitcoinProgram | undefined {
  try {
    return isSegwit(text) ? readSegwit(text as `${string}1${string}`) : readBase58(text);
  } catch {
    return undefined;
  }
}

function isSegwit(text: string): boolean {
  return prefixes.has(text.toLowerCase().slice(0, text.lastIndexOf('1')));
}

function readBase58(text: string): BitcoinProgram | undefined {
  const [version = -1, ...hash] = base58check.decode(text);
  const kind = versions.get(version);
  return kind === undefined || hash.length !== hashLength ? undefined : { kind, program: Uint8Array.from(hash) };
}

/** BIP 173 for version 0, BIP 350 for later versions. */
function readSegwit(text: `${string}1${string}`): BitcoinProgram | undefined {
  const zero = bech32.decodeUnsafe(text, longestSegwit);
  const { words } = zero ?? bech32m.decode(text, longestSegwit);
  const [version, ...rest] = words;
  const program = bech32.fromWords(rest);
  if (zero === undefined) return version === 1 && program.length === 32 ? { kind: 'P2TR', program } : undefined;
  if (version !== 0) return undefined;
  if (program.length === hashLength) return { kind: 'P2WPKH', program };
  return program.length === 32 ? { kind: 'P2WSH', program } : undefined;
}

/** BIP 173 allows either case, but not both. In Base58, upper and lower case are different letters. */
function canonical(value: string): string {
  return isSegwit(value) ? value.toLowerCase() : value;
}

export const bitcoin = rule(
  {
    format: 'bitcoin-address',
    message: 'Send a Bitcoin address with a correct checksum, such as one that starts with bc1.',
  },
  (value) => readBitcoinAddress(value) !== undefined,
  { form: /^((bc|tb|bcrt)1([0-9a-z]{39}|[0-9a-z]{59})|[123mn][0-9a-z]{25,34})$/i, canonical },
);
