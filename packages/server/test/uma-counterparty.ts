import { Buffer } from 'node:buffer';
import { createECDH } from 'node:crypto';
import { bech32 } from '@scure/base';
import {
  Currency,
  getLnurlpResponse,
  getPayReqResponse,
  getPayRequest,
  InMemoryNonceValidator,
  KycStatus,
  PayRequest,
  PubKeyResponse,
  parseLnurlpRequest,
  verifyPayReqSignature,
  verifyUmaLnurlpQuerySignature,
} from '@uma-sdk/core';
import { decrypt } from 'eciesjs';
import type { FetchFromProvider, ProviderAnswer, ProviderRequest } from '../src/engines/uma/fetch-from-provider.ts';
import { findPublishedKeys } from '../src/engines/uma/keys.ts';
import type { UmaContext } from '../src/engines/uma/uma-network.ts';
import { createMovableClock, realAnchor } from '../src/ground/clock/clock.ts';
import { sandboxInvoice } from '../src/sandbox/adapters/uma/sandbox-invoice.ts';
import type { TestServer } from './test-server.ts';

/** A key pair on secp256k1 that is the same in each test. */
export function keyPair(seed: number): { readonly privateKey: Uint8Array; readonly publicKey: string } {
  const privateKey = Buffer.alloc(32, seed);
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(privateKey);
  return { privateKey, publicKey: curve.getPublicKey('hex', 'uncompressed') };
}

/** The SDK uses the time of the machine, so its counterparty must too. */
export const machineClock = createMovableClock(realAnchor);

export function umaContextOf({ deps, tenant }: TestServer): UmaContext {
  const { database, sealer, random } = deps;
  return { tenant, deps: { database, sealer, random, clocks: { system: machineClock } } };
}

/** An answer in transit, which a test can change. */
export type Tamper = (
  answer: { status: number; body: string },
  request: ProviderRequest,
) => ProviderAnswer | Promise<ProviderAnswer>;

export interface ReferenceCounterparty {
  readonly ask: FetchFromProvider;
  /** The requests that it has read, in order of arrival. */
  readonly seen: string[];
  readonly travelRule: () => unknown;
}

interface InvoiceField {
  readonly tag: number;
  readonly words: readonly number[];
}

/** The invoice with more tagged fields of BOLT 11, before its signature. */
export function withFields(invoice: string, fields: readonly InvoiceField[]): string {
  const { prefix, words } = bech32.decode(invoice as `${string}1${string}`, false);
  const more = fields.flatMap(({ tag, words: value }) => [tag, value.length >> 5, value.length & 31, ...value]);
  return bech32.encode(prefix, [...words.slice(0, -104), ...more, ...words.slice(-104)], false);
}

function newInvoice(amountMillisatoshis: number): string {
  return sandboxInvoice('grace', BigInt(amountMillisatoshis), { createdAt: machineClock.now() }, 'pay');
}

/** A provider that consists only of the reference SDK and checks all requests as the SDK does. */
export function referenceCounterparty(tamper: Tamper = (answer) => answer): ReferenceCounterparty {
  const signing = keyPair(3);
  const encryption = keyPair(4);
  const nonces = new InMemoryNonceValidator(0);
  const seen: string[] = [];
  let travelRule: unknown;
  const ourKeys = async (context: UmaContext): Promise<PubKeyResponse> => {
    const { signingPublicKey, encryptionPublicKey } = await findPublishedKeys(context);
    return new PubKeyResponse(undefined, undefined, signingPublicKey, encryptionPublicKey);
  };

  const lookup = async ({ url }: ProviderRequest, context: UmaContext) => {
    const request = parseLnurlpRequest(url);
    if (!(await verifyUmaLnurlpQuerySignature(request, await ourKeys(context), nonces)))
      return { status: 401, body: '{}' };
    seen.push(`lookup ${request.umaVersion} ${request.vaspDomain} ${request.receiverAddress}`);
    const response = await getLnurlpResponse({
      request,
      callback: 'https://bank.example/pay/grace',
      encodedMetadata: '[["text/plain","Grace"]]',
      minSendableSats: 1,
      maxSendableSats: 1_000_000,
      privateKeyBytes: signing.privateKey,
      requiresTravelRuleInfo: true,
      receiverKycStatus: KycStatus.Verified,
      payerDataOptions: { name: { mandatory: true }, birthDate: { mandatory: false } },
      currencyOptions: [new Currency('USD', 'US dollars', '$', 10_283, 100, 100_000, 2)],
    });
    return { status: 200, body: response.toJsonString() };
  };

  const pay = async ({ body = '' }: ProviderRequest, context: UmaContext) => {
    const request = PayRequest.fromJson(body);
    if (!(await verifyPayReqSignature(request, await ourKeys(context), nonces))) return { status: 401, body: '{}' };
    const sealed = request.payerData?.compliance?.encryptedTravelRuleInfo ?? '';
    travelRule = JSON.parse(Buffer.from(decrypt(encryption.privateKey, Buffer.from(sealed, 'hex'))).toString());
    seen.push(`pay ${request.amount} ${request.receivingCurrencyCode} from ${request.payerData?.name}`);
    const response = await getPayReqResponse({
      request,
      metadata: '[]',
      invoiceCreator: {
        createUmaInvoice: async (amount) => newInvoice(amount),
      },
      conversionRate: 10_283,
      receivingCurrencyCode: 'USD',
      receivingCurrencyDecimals: 2,
      receiverChannelUtxos: [],
      receiverFeesMillisats: 0,
      receivingVaspPrivateKey: signing.privateKey,
      payeeIdentifier: '$grace@bank.example',
      payeeData: { name: 'Grace Hopper' },
      utxoCallback: 'https://bank.example/utxos/1',
    });
    return { status: 200, body: response.toJsonString() };
  };

  const answer = async (request: ProviderRequest, context: UmaContext) => {
    if (request.url.pathname === '/.well-known/lnurlpubkey') {
      seen.push('keys');
      const keys = new PubKeyResponse(undefined, undefined, signing.publicKey, encryption.publicKey);
      return { status: 200, body: keys.toJsonString() };
    }
    return request.method === 'GET' ? lookup(request, context) : pay(request, context);
  };
  return {
    ask: async (request, context) => tamper(await answer(request, context), request),
    seen,
    travelRule: () => travelRule,
  };
}

/** The payer, and the data about them. */
export interface Payer {
  readonly identifier: string;
  readonly name: string;
  /** Data that only the receiver's provider may read. */
  readonly originator: Readonly<Record<string, string>>;
}

/** A pay request of the SDK, signed with `keyPair(3)`. `keys` is what the receiver's side publishes. */
export async function signedPayRequest({ identifier, name, originator }: Payer, keys: string): Promise<string> {
  const message = await getPayRequest({
    receiverEncryptionPubKey: PubKeyResponse.fromJson(keys).getEncryptionPubKey(),
    sendingVaspPrivateKey: keyPair(3).privateKey,
    receivingCurrencyCode: 'USD',
    isAmountInReceivingCurrency: true,
    amount: 2_500,
    payerIdentifier: identifier,
    payerName: name,
    trInfo: JSON.stringify({ originator }),
    payerKycStatus: KycStatus.Verified,
    umaMajorVersion: 1,
  });
  return message.toJsonString();
}

/** An answer that a provider has signed about another receiver than the requested one. */
export const aboutAnother: Tamper = async (answer, { method, url }) => {
  if (method !== 'GET' || url.pathname.endsWith('/lnurlpubkey')) return answer;
  const response = await getLnurlpResponse({
    request: { ...parseLnurlpRequest(url), receiverAddress: '$mallory@bank.example' },
    callback: 'https://bank.example/pay/mallory',
    encodedMetadata: '[]',
    minSendableSats: 1,
    maxSendableSats: 1_000_000,
    privateKeyBytes: keyPair(3).privateKey,
    requiresTravelRuleInfo: true,
    receiverKycStatus: KycStatus.Verified,
    currencyOptions: [new Currency('USD', 'US dollars', '$', 10_283, 100, 100_000, 2)],
  });
  return { status: 200, body: response.toJsonString() };
};
