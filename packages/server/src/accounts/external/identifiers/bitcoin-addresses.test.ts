import { expect, it } from 'vitest';
import { bitcoin, readBitcoinAddress } from './bitcoin-addresses.ts';

// The examples of BIP 173, BIP 350 and the first transactions.
it.each([
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'P2PKH'],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'P2PKH'],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'P2SH'],
  ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'P2SH'],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'P2WPKH'],
  ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'P2WSH'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'P2TR'],
] as const)('reads %s as %s', (address, kind) => {
  expect(readBitcoinAddress(address)?.kind).toBe(kind);
  expect(bitcoin.refuse(address, {})).toBeUndefined();
});

it.each([
  ['a wrong checksum', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['the version of another chain', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'],
  ['a key in place of an address', '5Hxn5C4SQuiV6e62A1MtZmbSeQyrLFhu5uYks62pU5VBUygK2KD'],
  ['another prefix', 'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty'],
  ['both cases', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['the checksum of version 1 on version 0', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
  ['the checksum of version 0 on version 1', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  ['a version that is not in use', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'],
  ['a program of the wrong length', 'bc1rw5uspcuh'],
  ['no data', 'bc1gmk9yu'],
])('refuses as a Bitcoin address: %s', (_reason, address) => {
  expect(bitcoin.refuse(address, {})?.format).toBe('bitcoin-address');
});

it('a SegWit address is lowercased, and a Base58 address keeps its case', () => {
  const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  expect(bitcoin.canonical(segwit.toUpperCase())).toBe(segwit);
  expect(bitcoin.canonical('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
});
