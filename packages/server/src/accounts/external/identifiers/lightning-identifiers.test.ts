import { bech32 } from '@scure/base';
import { expect, it } from 'vitest';
import { invoice, lightningAddress, offer } from './lightning-identifiers.ts';

const data = bech32.toWords(Uint8Array.from({ length: 80 }, (_, index) => index));
const written = (prefix: string) => bech32.encode(prefix, data, false);

it.each(['lnbc', 'lnbc15u', 'lnbc2500000000p', 'lntb', 'lnbcrt10n', 'lntbs1m'])(
  'accepts an invoice that starts with %s',
  (prefix) => {
    expect(invoice.refuse(written(prefix), {})).toBeUndefined();
    expect(invoice.refuse(written(prefix).toUpperCase(), {})).toBeUndefined();
  },
);

it.each([
  ['another prefix', written('bc')],
  ['an amount of no known multiplier', written('lnbc15x')],
  ['a wrong checksum', 'lnbc15u1p3xnhl2pp5jptserfk3zk4qy42tlucycrfwxhydvlemu9pqr93tuzlv9cc7g3s'],
])('refuses an invoice with %s', (_reason, value) => {
  expect(invoice.refuse(value, {})?.format).toBe('bolt11');
});

it('accepts BOLT 12 offers in lower or upper case, not mixed', () => {
  expect(offer.refuse('lno1qgsqvgnwgcg35z6ee2h3yczraddm72xrfua9uve2rlrm9deu7xyfzrcgqf3z5', {})).toBeUndefined();
  expect(offer.refuse('LNO1QGSQVGNWGCG35Z6EE2H3YCZ', {})).toBeUndefined();
  for (const value of ['lno1', 'lno1bio', 'lno1QGsq', 'lnbc1qgsq'])
    expect(offer.refuse(value, {})?.format).toBe('bolt12');
});

it('accepts a Lightning address in the form of an email address only', () => {
  expect(lightningAddress.refuse('ada.002+tips@wallet.example.com', {})).toBeUndefined();
  for (const value of ['ada', 'ada@', '@example.com', 'ada@localhost', 'a b@example.com', 'ada@-example.com']) {
    expect(lightningAddress.refuse(value, {})?.format).toBe('lightning-address');
  }
});
