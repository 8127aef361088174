import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import {
  aboutAnother,
  keyPair,
  machineClock,
  referenceCounterparty,
  type Tamper,
  umaContextOf,
} from '../../../test/uma-counterparty.ts';
import { hourMs, instantOf, plusMs } from '../../ground/clock/instant.ts';
import { findPublishedKeys, publishedForMs, rotateKeys } from './keys.ts';
import { useNonce } from './nonces.ts';
import { createProviderNetwork } from './provider-network.ts';
import { umaAddress } from './uma-address.ts';
import type { PayRequest, UmaNetwork } from './uma-network.ts';

const sender = umaAddress('$ada@platform.example');
const receiver = umaAddress('$grace@bank.example');
const payment: PayRequest = {
  sender,
  receiver,
  currency: 'USD',
  receivingMinor: 2_500n,
  payer: { FULL_NAME: 'Ada Lovelace', BIRTH_DATE: '1985-12-09' },
  requestedPayeeFields: [],
};

function networkOf(tamper?: Tamper): UmaNetwork & { readonly seen: string[]; travelRule(): unknown } {
  const counterparty = referenceCounterparty(tamper);
  const network = createProviderNetwork({ ask: counterparty.ask, isAllowed: (domain) => domain !== 'blocked.example' });
  return Object.assign(network, counterparty);
}

/** Changes the JSON of a response to a lookup or to a pay request. */
function changing(step: 'GET' | 'POST', change: (body: string) => string): Tamper {
  return (answer, { method, url }) =>
    method === step && !url.pathname.endsWith('/lnurlpubkey') ? { ...answer, body: change(answer.body) } : answer;
}

oneEngine('a UMA provider on the reference SDK', (start) => {
  it('exchanges a lookup and a pay request with the service, which fetches its keys once', async () => {
    const context = umaContextOf(await start());
    const network = networkOf();
    expect(await network.lookUp({ sender, receiver }, context)).toEqual({
      kind: 'RECEIVER',
      currencies: [{ currency: 'USD', minMinor: 100n, maxMinor: 100_000n }],
      requestedPayerFields: [
        { name: 'FULL_NAME', mandatory: true },
        { name: 'BIRTH_DATE', mandatory: false },
      ],
    });
    expect(await network.requestPayment(payment, context)).toMatchObject({
      kind: 'AGREED',
      payee: { FULL_NAME: 'Grace Hopper' },
      settlement: { amountMillisatoshis: 25_707_500n, utxoCallback: 'https://bank.example/utxos/1' },
    });
    expect(network.travelRule()).toEqual({
      originator: { FULL_NAME: 'Ada Lovelace', BIRTH_DATE: '1985-12-09', account: sender.text },
      beneficiary: { account: receiver.text },
    });
    // The keys are fetched only once.
    const lookup = 'lookup 1.0 platform.example $grace@bank.example';
    expect(network.seen).toEqual([lookup, 'keys', lookup, 'pay 2500 USD from Ada Lovelace']);
  });

  it('is addressed in a UMA version that both sides know, or refused with a version code', async () => {
    const context = umaContextOf(await start());
    for (const [versions, code] of [
      [[2, 3], 'NO_COMPATIBLE_UMA_VERSION'],
      [[0], 'NO_COMPATIBLE_UMA_VERSION'],
      // The provider claims to know the version and still refuses it.
      [[2, 1], 'UNSUPPORTED_UMA_VERSION'],
    ] as const) {
      const picky: Tamper = () => ({ status: 412, body: JSON.stringify({ supportedMajorVersions: versions }) });
      expect(await networkOf(picky).lookUp({ sender, receiver }, context)).toMatchObject({ code });
    }
    let asked = 0;
    const hesitant: Tamper = (answer, { method, url }) => {
      asked += method === 'GET' && !url.pathname.endsWith('/lnurlpubkey') ? 1 : 0;
      return asked === 1 ? { status: 412, body: '{"supportedMajorVersions":[0,1]}' } : answer;
    };
    expect(await networkOf(hesitant).lookUp({ sender, receiver }, context)).toMatchObject({ kind: 'RECEIVER' });
  });

  const mistakes: readonly [string, Tamper, string][] = [
    ['another nonce', changing('GET', (body) => body.replace(/"signatureNonce":"\d+/, '$&1')), 'LOOKUP_REQUEST_FAILED'],
    [
      'another time',
      changing('GET', (body) =>
        body.replace(/"signatureTimestamp":(\d+)/, (_all, seconds) => `"signatureTimestamp":${Number(seconds) + 1}`),
      ),
      'LOOKUP_REQUEST_FAILED',
    ],
    [
      'a time long ago',
      changing('GET', (body) => body.replace(/"signatureTimestamp":\d+/, '"signatureTimestamp":1700000000')),
      'INVALID_TIMESTAMP',
    ],
    [
      'a time to come',
      changing('GET', (body) => body.replace(/"signatureTimestamp":\d+/, '"signatureTimestamp":99999999999')),
      'INVALID_TIMESTAMP',
    ],
    [
      'another receiver',
      changing('GET', (body) =>
        body
          .replace('$grace@bank.example","', '$mallory@bank.example","')
          .replace(/"receiverIdentifier":"[^"]+"/, '"receiverIdentifier":"$mallory@bank.example"'),
      ),
      'LOOKUP_REQUEST_FAILED',
    ],
    [
      'no signature',
      changing('GET', (body) => body.replace(/"signature":"[0-9a-f]+"/, '"signature":""')),
      'LOOKUP_REQUEST_FAILED',
    ],
    [
      'half a signature',
      changing('GET', (body) => body.replace(/"signature":"([0-9a-f]{60})[0-9a-f]+"/, '"signature":"$1"')),
      'LOOKUP_REQUEST_FAILED',
    ],
    [
      'a key of somebody else',
      (answer, { url }) =>
        url.pathname.endsWith('/lnurlpubkey')
          ? {
              ...answer,
              body: JSON.stringify({ signingPubKey: keyPair(9).publicKey, encryptionPubKey: keyPair(9).publicKey }),
            }
          : answer,
      'LOOKUP_REQUEST_FAILED',
    ],
    [
      'a key that is no point',
      (answer, { url }) =>
        url.pathname.endsWith('/lnurlpubkey')
          ? {
              ...answer,
              body: JSON.stringify({ signingPubKey: '04'.padEnd(130, 'f'), encryptionPubKey: keyPair(9).publicKey }),
            }
          : answer,
      'INVALID_PUBKEY_FORMAT',
    ],
    [
      'no key for travel-rule data',
      (answer, { url }) =>
        url.pathname.endsWith('/lnurlpubkey')
          ? { ...answer, body: JSON.stringify({ signingPubKey: keyPair(3).publicKey }) }
          : answer,
      'INVALID_PUBKEY_FORMAT',
    ],
    [
      'no document of keys',
      (answer, { url }) => (url.pathname.endsWith('/lnurlpubkey') ? { status: 404, body: '' } : answer),
      'COUNTERPARTY_PUBKEY_FETCH_ERROR',
    ],
    [
      'an unknown version',
      changing('GET', (body) => body.replace('"umaVersion":"1.0"', '"umaVersion":"4.0"')),
      'UNSUPPORTED_UMA_VERSION',
    ],
    [
      'no compliance data',
      changing('GET', (body) => body.replace('"compliance":{"kyc', '"other":{"kyc')),
      'MISSING_REQUIRED_UMA_PARAMETERS',
    ],
  ];

  it('is refused with LOOKUP_REQUEST_FAILED when it answers about another receiver', async () => {
    const context = umaContextOf(await start());
    expect(await networkOf(aboutAnother).lookUp({ sender, receiver }, context)).toMatchObject({
      code: 'LOOKUP_REQUEST_FAILED',
    });
  });

  it('is refused when its lookup response was altered', async () => {
    const context = umaContextOf(await start());
    for (const [what, tamper, code] of mistakes) {
      const answer = await networkOf(tamper).lookUp({ sender, receiver }, context);
      expect([what, 'code' in answer ? answer.code : answer.kind]).toEqual([what, code]);
    }
  });

  const payMistakes: readonly [string, Tamper, string][] = [
    [
      'another nonce',
      changing('POST', (body) => body.replace(/"signatureNonce":"\d+/, '$&1')),
      'INVALID_PAYREQ_RESPONSE',
    ],
    [
      'a time long ago',
      changing('POST', (body) => body.replace(/"signatureTimestamp":\d+/, '"signatureTimestamp":1700000000')),
      'INVALID_TIMESTAMP',
    ],
    [
      'no signature at all',
      changing('POST', (body) => body.replace(/"signature":"[0-9a-f]+",?/, '')),
      'INVALID_PAYREQ_RESPONSE',
    ],
    [
      'another amount',
      changing('POST', (body) => body.replace('"amount":2500', '"amount":2499')),
      'INVALID_PAYREQ_RESPONSE',
    ],
    [
      'another currency',
      changing('POST', (body) => body.replace('"currencyCode":"USD"', '"currencyCode":"EUR"')),
      'INVALID_PAYREQ_RESPONSE',
    ],
    [
      'other decimals',
      changing('POST', (body) => body.replace('"decimals":2', '"decimals":3')),
      'INVALID_PAYREQ_RESPONSE',
    ],
    [
      'a fee that the invoice is not over',
      changing('POST', (body) => body.replace('"fee":0', '"fee":1000')),
      'INVALID_PAYREQ_RESPONSE',
    ],
    [
      'an invoice that is none',
      changing('POST', (body) => body.replace(/"pr":"[^"]+"/, '"pr":"lnbc1"')),
      'INVALID_PAYREQ_RESPONSE',
    ],
    [
      'the form of the older version',
      changing('POST', (body) => body.replace('"converted":', '"paymentInfo":')),
      'PARSE_PAYREQ_RESPONSE_ERROR',
    ],
  ];

  it('is refused when its pay response was altered', async () => {
    const context = umaContextOf(await start());
    for (const [what, tamper, code] of payMistakes) {
      const answer = await networkOf(tamper).requestPayment(payment, context);
      expect([what, 'code' in answer ? answer.code : answer.kind]).toEqual([what, code]);
    }
  });

  it('is refused with INVALID_NONCE when it repeats a response', async () => {
    const context = umaContextOf(await start());
    let first: string | undefined;
    const network = networkOf(
      changing('GET', (body) => {
        first ??= body;
        return first;
      }),
    );
    expect(await network.lookUp({ sender, receiver }, context)).toMatchObject({ kind: 'RECEIVER' });
    expect(await network.lookUp({ sender, receiver }, context)).toMatchObject({ code: 'INVALID_NONCE' });
  });

  it('receives no request when its domain is not allowed', async () => {
    const context = umaContextOf(await start());
    const network = networkOf();
    const blocked = umaAddress('$grace@blocked.example');
    expect(await network.lookUp({ sender, receiver: blocked }, context)).toMatchObject({
      code: 'COUNTERPARTY_NOT_ALLOWED',
    });
    expect(network.seen).toEqual([]);
  });
});

oneEngine('the keys of a platform', (start) => {
  it('are created once, stored sealed, and replaced only after published copies expire', async () => {
    const server = await start();
    let now = instantOf(1_767_225_600_000);
    const { database, sealer, random } = server.deps;
    const system = { ...machineClock, now: () => now };
    const context = { tenant: server.tenant, deps: { database, sealer, random, clocks: { system } } };
    const [one, again] = await Promise.all([findPublishedKeys(context), findPublishedKeys(context)]);
    expect(again).toEqual(one);
    expect(one.expiresAt).toBe(plusMs(now, publishedForMs));
    const rows = await server.bare.read((unit) => unit.select((db) => db.selectFrom('uma_keys').selectAll()));
    expect(rows.map(({ sealed_signing_key: sealed }) => /^[0-9a-f]{64}$/.test(sealed))).toEqual([false]);
    const from = await rotateKeys(context);
    now = plusMs(now, hourMs - 1_000);
    expect(await findPublishedKeys(context)).toEqual({ ...one, expiresAt: from });
    now = from;
    expect((await findPublishedKeys(context)).signingPublicKey).not.toBe(one.signingPublicKey);
  });
});

eachEngine('a one-time value', (start) => {
  it('is accepted once, even with 8 parallel uses', async () => {
    const context = umaContextOf(await start());
    const expiresAt = plusMs(machineClock.now(), hourMs);
    const seen = { domain: 'bank.example', nonce: '1', expiresAt };
    const taken = await Promise.all(Array.from({ length: 8 }, () => useNonce(context, seen)));
    expect(taken.filter((isFresh) => isFresh)).toHaveLength(1);
    expect(await useNonce(context, { ...seen, domain: 'other.example' })).toBe(true);
  });
});
