import { expect, it } from 'vitest';
import { keyPair } from '../../../test/uma-counterparty.ts';
import { expiredChain, foreignChain } from '../../sandbox/adapters/uma/broken-chains.ts';
import { readKeys } from './counterparty-keys.ts';

const { publicKey } = keyPair(3);
const keys = { signingPubKey: publicKey, encryptionPubKey: publicKey };
const now = '2026-01-01T00:00:00.000Z';

it('accepts keys on the curve with a valid certificate chain, and refuses expired or broken ones', () => {
  expect(typeof readKeys(keys, now)).toBe('object');
  const own = { encryptionPubKey: publicKey, signingCertChain: expiredChain };
  expect(typeof readKeys(own, '2020-06-01T00:00:00.000Z')).toBe('object');
  expect(readKeys(own, now)).toBe('CERT_CHAIN_EXPIRED');
  expect(readKeys(own, '2019-12-31T00:00:00.000Z')).toBe('CERT_CHAIN_EXPIRED');
  for (const chain of [foreignChain, [], ['zz'], 'text', Array(6).fill(expiredChain[0])])
    expect(readKeys({ ...keys, signingCertChain: chain }, now)).toBe('CERT_CHAIN_INVALID');
  // A key that the certificate does not certify.
  expect(readKeys({ ...keys, signingCertChain: expiredChain }, '2020-06-01T00:00:00.000Z')).toBe(
    'INVALID_PUBKEY_FORMAT',
  );
  for (const document of [
    {},
    { signingPubKey: publicKey },
    { ...keys, signingPubKey: publicKey.slice(2) },
    { ...keys, encryptionPubKey: '04' },
  ])
    expect(readKeys(document, now)).toBe('INVALID_PUBKEY_FORMAT');
  expect(readKeys(undefined, now)).toBe('COUNTERPARTY_PUBKEY_FETCH_ERROR');
});
