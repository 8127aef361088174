import { createECDH, createHash } from 'node:crypto';
import type { CounterpartyFieldDefinition } from '@payments-platform/types';
import { PayRequest as PayRequestMessage, parseLnurlpRequest } from '@uma-sdk/core';
import { lightningCost } from '../../../engines/rates/lightning-multiplier.ts';
import { answerLookup, answerPay, type PricedCurrency, type Signing } from '../../../engines/uma/answers.ts';
import type { ProviderAnswer, ProviderRequest } from '../../../engines/uma/fetch-from-provider.ts';
import { readRequestedFields } from '../../../engines/uma/field-names.ts';
import { windowMs } from '../../../engines/uma/message-checks.ts';
import { newNonce, useNonce } from '../../../engines/uma/nonces.ts';
import { metadataOf } from '../../../engines/uma/places.ts';
import { type UmaAddress, umaAddress } from '../../../engines/uma/uma-address.ts';
import type { PartyInformation, UmaContext } from '../../../engines/uma/uma-network.ts';
import { hourMs, plusMs } from '../../../ground/clock/instant.ts';
import { pick } from '../../../ground/json/json-text.ts';
import { expiredChain, foreignChain } from './broken-chains.ts';
import type { Mistake } from './local-mistakes.ts';
import { sandboxInvoice } from './sandbox-invoice.ts';

/** A receiver at the sandbox's own provider. */
export interface LocalReceiver {
  readonly currencies: readonly PricedCurrency[];
  readonly requestedPayerFields: readonly CounterpartyFieldDefinition[];
  readonly information: PartyInformation;
  /** The mistakes of the provider at a lookup, and at a pay request. */
  readonly atLookup: Mistake | undefined;
  readonly atPay: Mistake | undefined;
}

/** A public secret: it signs only for the simulated people of the sandbox. */
function keyFor(purpose: string): { readonly privateKey: Uint8Array; readonly publicKey: string } {
  const privateKey = createHash('sha256').update(`the provider of the sandbox, ${purpose}`).digest();
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(privateKey);
  return { privateKey, publicKey: curve.getPublicKey('hex', 'uncompressed') };
}

const signing = keyFor('signing');
const encryption = keyFor('encryption');
const unpublished = keyFor('published nowhere');

/** These mistakes are in the keys, so they begin with an answer that does not match the known keys. */
const keyMistakes: ReadonlySet<Mistake> = new Set([
  'NO_KEYS',
  'MALFORMED_KEYS',
  'BROKEN_CHAIN',
  'EXPIRED_CHAIN',
  'WRONG_KEY',
]);

/**
 * The simulated provider, in this process: it answers the same requests that others get over HTTP, and really makes its
 * mistakes. `find` returns its receivers.
 */
export async function askLocalProvider(
  { method, url, body, regarding }: ProviderRequest,
  context: UmaContext,
  find: (address: UmaAddress) => LocalReceiver | undefined,
): Promise<ProviderAnswer> {
  const address = umaAddress(regarding);
  const receiver = find(address);
  if (receiver === undefined) return refusal({ status: 404, code: 'USER_NOT_FOUND' });
  if (url.pathname.endsWith('/lnurlpubkey')) return publish(receiver.atLookup);
  const mistake = method === 'GET' ? receiver.atLookup : receiver.atPay;
  if (mistake === 'SILENCE') return { status: null, error: 'no answer' };
  if (mistake === 'GARBAGE') return { status: 200, body: '<p>Welcome</p>' };
  if (typeof mistake === 'object') return refusal(mistake);
  return method === 'GET'
    ? lookup(url, { address, receiver, mistake }, context)
    : pay(body ?? '', { address, receiver, mistake }, context);
}

function refusal({ status, code }: { readonly status: number; readonly code: string }): ProviderAnswer {
  return { status, body: JSON.stringify({ status: 'ERROR', reason: code, code }) };
}

function publish(mistake: Mistake | undefined): ProviderAnswer {
  if (mistake === 'NO_KEYS') return { status: 503, body: '' };
  const keys = { signingPubKey: signing.publicKey, encryptionPubKey: encryption.publicKey };
  const spoilt =
    mistake === 'MALFORMED_KEYS'
      ? { signingPubKey: '04'.padEnd(130, 'f') }
      : mistake === 'BROKEN_CHAIN'
        ? { signingCertChain: foreignChain }
        : mistake === 'EXPIRED_CHAIN'
          ? { signingCertChain: expiredChain }
          : {};
  return { status: 200, body: JSON.stringify({ ...keys, ...spoilt }) };
}

interface Asked {
  readonly address: UmaAddress;
  readonly receiver: LocalReceiver;
  readonly mistake: Mistake | undefined;
}

async function sign({ address, mistake }: Asked, context: UmaContext): Promise<Signing> {
  const now = context.deps.clocks.system.now();
  const nonce = newNonce(context);
  const key = mistake !== undefined && keyMistakes.has(mistake) ? unpublished.privateKey : signing.privateKey;
  // The answer was given before, so this side has already seen its nonce.
  if (mistake === 'REPLAYED')
    await useNonce(context, { domain: address.domain, nonce, expiresAt: plusMs(now, windowMs) });
  return { key, nonce, now: mistake === 'OLD' ? plusMs(now, -hourMs) : now };
}

async function lookup(url: URL, asked: Asked, context: UmaContext): Promise<ProviderAnswer> {
  const { address, receiver, mistake } = asked;
  if (mistake === 'OTHER_VERSIONS') {
    const body = {
      status: 'ERROR',
      reason: 'unsupported version',
      code: 'UNSUPPORTED_UMA_VERSION',
      supportedMajorVersions: [7],
    };
    return { status: 412, body: JSON.stringify(body) };
  }
  const response = await answerLookup(
    parseLnurlpRequest(url),
    { receiver: address, currencies: receiver.currencies, requestedPayerFields: receiver.requestedPayerFields },
    await sign(asked, context),
  );
  const message = response.toJsonSchemaObject();
  if (mistake === 'NOT_UMA') {
    const { compliance: _compliance, umaVersion: _umaVersion, ...plain } = message;
    return { status: 200, body: JSON.stringify(plain) };
  }
  const demanded = receiver.atPay === 'UNKNOWN_DEMAND' ? { shoeSize: { mandatory: true } } : {};
  const version = mistake === 'UNKNOWN_VERSION' ? { umaVersion: '7.0' } : {};
  const payerData = { ...message.payerData, ...demanded };
  return { status: 200, body: JSON.stringify({ ...message, payerData, ...version }) };
}

async function pay(body: string, asked: Asked, context: UmaContext): Promise<ProviderAnswer> {
  const { address, receiver } = asked;
  const request = PayRequestMessage.fromJson(body);
  const priced = receiver.currencies.find(({ currency }) => currency === request.receivingCurrencyCode);
  if (priced === undefined) return refusal({ status: 400, code: 'INVALID_CURRENCY' });
  const signed = await sign(asked, context);
  const { currency, multiplier } = priced;
  const { fields } = readRequestedFields(request.requestedPayeeData);
  const response = await answerPay(
    request,
    {
      receiver: address,
      invoice: sandboxInvoice(
        signed.nonce,
        BigInt(lightningCost(request.amount, multiplier)),
        { createdAt: context.deps.clocks.system.now() },
        metadataOf(address),
      ),
      currency,
      receivingMinor: BigInt(request.amount),
      multiplier,
      payee: pick(
        receiver.information,
        fields.map(({ name }) => name),
      ),
      utxoCallback: undefined,
    },
    signed,
  );
  return { status: 200, body: response.toJsonString() };
}
