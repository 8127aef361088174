import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import {
  keyPair,
  machineClock,
  referenceCounterparty,
  type Tamper,
  umaContextOf,
  withFields,
} from '../../../test/uma-counterparty.ts';
import { instantOf, secondMs } from '../../ground/clock/instant.ts';
import { CounterpartyKeys } from './counterparty-keys.ts';
import { checkMessage } from './message-checks.ts';
import { createProviderNetwork } from './provider-network.ts';
import { umaAddress } from './uma-address.ts';
import type { PayRequest } from './uma-network.ts';

const parties = { sender: umaAddress('$ada@platform.example'), receiver: umaAddress('$grace@bank.example') };
const payment: PayRequest = {
  ...parties,
  currency: 'USD',
  receivingMinor: 2_500n,
  payer: { FULL_NAME: 'Ada Lovelace' },
  requestedPayeeFields: [],
};

function networkOf(tamper?: Tamper) {
  const { ask, seen } = referenceCounterparty(tamper);
  return { ...createProviderNetwork({ ask, isAllowed: () => true }), seen };
}

/** Changes the decimals of every currency in the responses to requests of this method. */
function counting(step: 'GET' | 'POST', decimals: string): Tamper {
  return (answer, { method }) =>
    method === step ? { ...answer, body: answer.body.replaceAll('"decimals":2', `"decimals":${decimals}`) } : answer;
}

/** Adds a number of final blocks to every invoice, in base-32 words. */
function holding(words: readonly number[]): Tamper {
  const lengthened = (_: string, invoice: string): string => `"pr":"${withFields(invoice, [{ tag: 24, words }])}"`;
  return (answer) => ({ ...answer, body: answer.body.replace(/"pr":"([^"]+)"/, lengthened) });
}

/** An unsigned pay request. */
function payRequestOf(identifier: string): string {
  const compliance = {
    kycStatus: 'VERIFIED',
    utxos: [],
    utxoCallback: 'https://bank.example/utxos/1',
    signature: '00',
    signatureNonce: '1',
    signatureTimestamp: 1,
  };
  return JSON.stringify({ amount: '1.USD', convert: 'USD', payerData: { identifier, compliance } });
}

oneEngine('a hostile UMA provider', (start) => {
  it('cannot offer or settle a currency with impossible decimals', async () => {
    const context = umaContextOf(await start());
    for (const decimals of ['1000000000', '1e400', '-1e400', '-2', '1.5']) {
      const found = await networkOf(counting('GET', decimals)).lookUp(parties, context);
      const agreed = await networkOf(counting('POST', decimals)).requestPayment(payment, context);
      expect([decimals, found, agreed]).toEqual([
        decimals,
        expect.objectContaining({ kind: 'RECEIVER', currencies: [] }),
        expect.objectContaining({ code: 'INVALID_PAYREQ_RESPONSE' }),
      ]);
    }
  });

  it('cannot hold a payment for more than two days, of 144 blocks each', async () => {
    const context = umaContextOf(await start());
    expect(await networkOf(holding([9, 0])).requestPayment(payment, context)).toMatchObject({ kind: 'AGREED' });
    expect(await networkOf(holding([9, 1])).requestPayment(payment, context)).toMatchObject({
      code: 'INVALID_PAYREQ_RESPONSE',
    });
  });

  it('receives no request at a domain that is not valid', async () => {
    const context = umaContextOf(await start());
    const network = networkOf();
    const incoming = await network.incoming();
    for (const domain of ['bank.example:99999', '1.2.3.999', 'bank..example', '.']) {
      const receiver = umaAddress(`$grace@${domain}`);
      const found = await network.lookUp({ ...parties, receiver }, context);
      const agreed = await network.requestPayment({ ...payment, receiver }, context);
      const read = await incoming.readPayRequest(payRequestOf(receiver.text), context);
      expect([domain, found, agreed, read]).toMatchObject([
        domain,
        { code: 'UMA_NOT_FOUND' },
        { code: 'INVALID_RECEIVER' },
        { status: 400 },
      ]);
    }
    expect(network.seen).toEqual([]);
  });

  it('has its keys fetched once in 10 seconds per domain, and from 30 domains a minute per caller', async () => {
    const { database, sealer, random } = (await start()).deps;
    let nowMs = Date.now();
    const system = { ...machineClock, now: () => instantOf(nowMs) };
    const context = { tenant: 1, deps: { database, sealer, random, clocks: { system } } };
    const asked: string[] = [];
    const counterparties = new CounterpartyKeys(async ({ url }) => {
      asked.push(url.host);
      return { status: 503, body: '' };
    });
    const check = (domain: string, asking: object, nonce = '1') => {
      const timestampSeconds = Math.floor(nowMs / secondMs);
      const message = { domain, regarding: parties.receiver.text, nonce, timestampSeconds };
      return checkMessage(counterparties, { ...message, isSignedBy: async () => false }, { ...context, ...asking });
    };
    const stranger = { callerNetwork: '203.0.113.1' };
    expect(await check('bank.example', stranger, 'a\0b')).toBe('INVALID_NONCE');
    expect(asked).toEqual([]);
    for (let time = 0; time < 3; time += 1)
      expect(await check('bank.example', stranger)).toBe('COUNTERPARTY_PUBKEY_FETCH_ERROR');
    expect(asked).toEqual(['bank.example']);
    // An exchange that starts here is not limited like a message from outside.
    await check('bank.example', {});
    expect(asked).toHaveLength(2);
    nowMs += 10 * secondMs;
    await check('bank.example', stranger);
    expect(asked).toHaveLength(3);
    for (let number = 0; number < 40; number += 1) await check(`bank-${number}.example`, stranger);
    expect(asked).toHaveLength(31);
    await check('bank-39.example', { callerNetwork: '203.0.113.2' });
    expect(asked.at(-1)).toBe('bank-39.example');
    nowMs += 60 * secondMs;
    await check('bank-38.example', stranger);
    expect(asked).toHaveLength(33);
  });

  it('is refused with INVALID_NONCE for an empty, non-ASCII or over-long nonce', async () => {
    const context = umaContextOf(await start());
    const counterparties = new CounterpartyKeys(referenceCounterparty().ask);
    const check = (nonce: string) => {
      const timestampSeconds = Math.floor(Date.now() / secondMs);
      const message = { domain: 'bank.example', regarding: parties.receiver.text, nonce, timestampSeconds };
      return checkMessage(counterparties, { ...message, isSignedBy: async () => true }, context);
    };
    for (const nonce of ['', '\0', 'a\0b', '\ud800', 'é', 'x'.repeat(129)])
      expect([nonce, await check(nonce)]).toEqual([nonce, 'INVALID_NONCE']);
    expect(await check('x'.repeat(128))).toMatchObject({ signingPubKey: keyPair(3).publicKey });
  });
});
