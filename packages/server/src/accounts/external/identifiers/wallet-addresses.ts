import { Buffer } from 'node:buffer';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32m, createBase58check } from '@scure/base';
import { asWritten, decodes, rule } from './identifier-rule.ts';

/** EIP-55: a letter is upper case if the hash of the lower-case address has a digit of 8 or above at its position. */
export function withChecksumCase(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex');
  const cased = [...digits].map((digit, index) =>
    Number.parseInt(hash[index] ?? '', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}

/** Ethereum and the networks that share its format. An address in one case has no checksum and is accepted. */
export const evm = rule(
  {
    format: 'eip-55',
    message: 'Send 0x and 40 hexadecimal digits, in lower case or in the mixed case of the EIP-55 checksum.',
  },
  (value) => {
    if (!/^0x[0-9a-fA-F]{40}$/.test(value)) return false;
    const digits = value.slice(2);
    return digits === digits.toLowerCase() || digits === digits.toUpperCase() || value === withChecksumCase(value);
  },
  { form: /^0x[0-9a-fA-F]{40}$/ },
);

const publicKeyLength = 32;

/** Solana: a public key. Accounts of programs are not points of the curve, so that is not checked. */
export const solana = rule(
  { format: 'solana-address', message: 'Send 32 bytes written in base 58.' },
  (value) => decodes(() => base58.decode(value).length === publicKeyLength),
  { form: /^[0-9A-Za-z]{32,44}$/, canonical: asWritten },
);

const base58check = createBase58check(sha256);
const tronVersion = 0x41;
const tronLength = 21;

export const tron = rule(
  { format: 'tron-address', message: 'Send a Tron address, which starts with T and ends with a checksum.' },
  (value) =>
    decodes(() => {
      const bytes = base58check.decode(value);
      return bytes.length === tronLength && bytes[0] === tronVersion;
    }),
  { form: /^T[0-9A-Za-z]{33}$/, canonical: asWritten },
);

/** One prefix per Bitcoin network, and the shorter prefixes of the first wallets. */
const sparkPrefixes: ReadonlySet<string> = new Set([
  ...['spark', 'sparkt', 'sparkrt', 'sparks', 'sparkl'],
  ...['sp', 'spt', 'sprt', 'sps', 'spl'],
]);

/** Field 1 of a protobuf message, 33 bytes long: the compressed identity key. Longer messages are invoices. */
const sparkHeader = Buffer.from([0x0a, 33]);
const compressedKeyLength = 33;

/** The key in a Spark address; `undefined` if the text is not such an address. */
export function sparkIdentityKey(address: string): Uint8Array | undefined {
  try {
    const { prefix, bytes } = bech32m.decodeToBytes(address);
    const key = bytes.subarray(sparkHeader.length);
    const isAddress =
      sparkPrefixes.has(prefix) &&
      key.length === compressedKeyLength &&
      sparkHeader.equals(bytes.subarray(0, sparkHeader.length)) &&
      (key[0] === 2 || key[0] === 3);
    return isAddress ? key : undefined;
  } catch {
    return undefined;
  }
}

function prefixOf(address: string): string {
  return address.slice(0, Math.max(0, address.indexOf('1'))).toLowerCase();
}

export const spark = rule(
  { format: 'spark-address', message: 'Send a Spark address, such as one that starts with spark1.' },
  (value) => sparkIdentityKey(value) !== undefined,
  {
    form: (value) => /^[0-9a-z]{62}$/i.test(value.slice(value.indexOf('1') + 1)) && sparkPrefixes.has(prefixOf(value)),
  },
);
