import type { CounterpartyFieldDefinition } from '@payments-platform/types';
import {
  ErrorCode,
  isLnurlpRequestForUma,
  PayRequest as PayRequestMessage,
  type PubKeyResponse,
  parseLnurlpRequest,
  parsePostTransactionCallback,
  UmaError,
  verifyPayReqSignature,
  verifyPostTransactionCallbackSignature,
  verifyUmaLnurlpQuerySignature,
} from '@uma-sdk/core';
import { epochMsOf, secondMs } from '../../ground/clock/instant.ts';
import { parseJson } from '../../ground/json/json-text.ts';
import { type AgreedPayment, answerLookup, answerPay, type ReceiverTerms, type Signing } from './answers.ts';
import type { ExchangeDeps } from './exchange-lookup.ts';
import { readParty, readRequestedFields } from './field-names.ts';
import { findPublishedKeys, findSigningKey } from './keys.ts';
import { acceptAnyNonce, checkMessage } from './message-checks.ts';
import { newNonce } from './nonces.ts';
import { openTravelRuleData } from './travel-rule.ts';
import { isHost, readUmaAddress, type UmaAddress } from './uma-address.ts';
import type { Channel, PartyInformation, UmaContext } from './uma-context.ts';
import { knownMajorVersion, majorVersions } from './versions.ts';

/** The HTTP response to another provider. */
export interface ProviderReply {
  readonly status: number;
  readonly body: string;
}

/** A pay request that the sender's provider has signed. */
export interface ReadPayRequest {
  readonly message: PayRequestMessage;
  readonly sender: UmaAddress;
  readonly payer: PartyInformation;
  readonly utxoCallback: string | null;
  /** The fields that the sender's provider demands about the receiver. */
  readonly requestedPayeeFields: readonly CounterpartyFieldDefinition[];
}

/** The receiving side of the protocol. Each reader returns the checked message or the refusal to send. */
export interface IncomingMessages {
  publishKeys(context: UmaContext): Promise<ProviderReply>;
  publishConfiguration(): ProviderReply;
  readLookup(url: URL, context: UmaContext): Promise<LookupRequest | ProviderReply>;
  answerLookup(request: LookupRequest, terms: ReceiverTerms, context: UmaContext): Promise<ProviderReply>;
  readPayRequest(body: string, context: UmaContext): Promise<ReadPayRequest | ProviderReply>;
  answerPay(request: ReadPayRequest, agreed: AgreedPayment, context: UmaContext): Promise<ProviderReply>;
  readUtxos(body: string, from: string, context: UmaContext): Promise<readonly Channel[] | ProviderReply>;
}

export interface LookupRequest {
  readonly umaVersion: string;
}

/** The codes of refusals of this side; they are the SDK's. */
type RefusalCode = Exclude<keyof typeof ErrorCode, 'prototype'>;

/** A refusal in the form that every provider understands. */
function refuseProvider(code: RefusalCode, reason: string, more: object = {}): ProviderReply {
  const { httpStatusCode: status } = ErrorCode[code];
  return { status, body: JSON.stringify({ status: 'ERROR', reason, code, ...more }) };
}

const faults = {
  COUNTERPARTY_PUBKEY_FETCH_ERROR: 'The public keys of your domain could not be fetched. Try again after a short wait.',
  INVALID_PUBKEY_FORMAT:
    'The public keys of your domain are not points on secp256k1, or do not match its certificates.',
  CERT_CHAIN_INVALID:
    'The certificate chain of your domain is not valid. Each must be signed by the next one, the last by itself.',
  CERT_CHAIN_EXPIRED: 'A certificate of your domain has expired or is not valid yet. Publish a valid one.',
  INVALID_SIGNATURE: 'The signature does not match the keys of your domain. Sign with the key that it publishes.',
  INVALID_TIMESTAMP: 'The time of the message is more than five minutes from now. Correct your clock or sign it again.',
  INVALID_NONCE:
    'The one-time value was used before, or does not have 1 to 128 printable characters. Sign again with a new one.',
} as const;

function refuseFault(code: keyof typeof faults): ProviderReply {
  return refuseProvider(code, faults[code]);
}

interface Signed {
  readonly domain: string;
  readonly nonce: string;
  readonly timestampSeconds: number;
  readonly isSignedBy: (keys: PubKeyResponse) => Promise<boolean>;
}

/** `undefined` if the signature, the time and the one-time value of the message are valid. */
type RefuseUnsigned = (signed: Signed, context: UmaContext) => Promise<ProviderReply | undefined>;

/** `isAllowed` decides from which domains messages are read. */
export function readIncoming(means: ExchangeDeps, isAllowed: (domain: string) => boolean): IncomingMessages {
  const refuseUnsigned: RefuseUnsigned = async (signed, context) => {
    const { domain } = signed;
    if (!isHost(domain)) return refuseProvider('INVALID_INPUT', 'The domain of the sender is not a host name.');
    // A domain that is not allowed gets no request from this server.
    if (!isAllowed(domain))
      return refuseProvider('COUNTERPARTY_NOT_ALLOWED', 'Payments from this provider are not accepted.');
    const checked = await checkMessage(means.counterparties, { ...signed, regarding: `$provider@${domain}` }, context);
    return typeof checked === 'string' ? refuseFault(checked) : undefined;
  };
  return {
    publishKeys: async (context) => {
      const { signingPublicKey, encryptionPublicKey, expiresAt } = await findPublishedKeys(context);
      const expirationTimestamp = Math.floor(epochMsOf(expiresAt) / secondMs);
      const keys = { signingPubKey: signingPublicKey, encryptionPubKey: encryptionPublicKey, expirationTimestamp };
      return { status: 200, body: JSON.stringify(keys) };
    },
    publishConfiguration: () => ({ status: 200, body: JSON.stringify({ uma_major_versions: majorVersions }) }),
    readLookup: (url, context) => readLookup(refuseUnsigned, url, context),
    answerLookup: async (request, terms, context) => {
      const response = await answerLookup(request, terms, await signing(context));
      return { status: 200, body: response.toJsonString() };
    },
    readPayRequest: (body, context) => readPayRequest(refuseUnsigned, body, context),
    answerPay: async ({ message }, agreed, context) => {
      const response = await answerPay(message, agreed, await signing(context));
      return { status: 200, body: response.toJsonString() };
    },
    readUtxos: async (body, from, context) => {
      const message = readOr(() => parsePostTransactionCallback(body), 'PARSE_UTXO_CALLBACK_ERROR');
      if ('body' in message) return message;
      // Only the other side of the payment knows the channels that it used.
      if (message.vaspDomain.toLowerCase() !== from) return refuseFault('INVALID_SIGNATURE');
      const signed = {
        domain: from,
        nonce: message.signatureNonce,
        timestampSeconds: message.signatureTimestamp,
        isSignedBy: (keys: PubKeyResponse) => verifyPostTransactionCallbackSignature(message, keys, acceptAnyNonce),
      };
      return (await refuseUnsigned(signed, context)) ?? message.utxos;
    },
  };
}

async function readLookup(
  refuseUnsigned: RefuseUnsigned,
  url: URL,
  context: UmaContext,
): Promise<LookupRequest | ProviderReply> {
  const umaVersion = url.searchParams.get('umaVersion');
  if (umaVersion !== null && knownMajorVersion(umaVersion) === undefined) {
    const more = { supportedMajorVersions: majorVersions, unsupportedVersion: umaVersion };
    return refuseProvider(
      'UNSUPPORTED_UMA_VERSION',
      'This version of UMA is not supported. Use a supported major version.',
      more,
    );
  }
  const request = readOr(() => parseLnurlpRequest(url), 'PARSE_LNURLP_REQUEST_ERROR');
  if ('body' in request) return request;
  if (!isLnurlpRequestForUma(request)) {
    const reason = 'This is a UMA address. Send the lookup with the signed parameters of UMA.';
    return refuseProvider('NON_UMA_LNURL_NOT_SUPPORTED', reason);
  }
  const signed = {
    domain: request.vaspDomain.toLowerCase(),
    nonce: request.nonce,
    timestampSeconds: Math.floor(request.timestamp.getTime() / secondMs),
    isSignedBy: (keys: PubKeyResponse) => verifyUmaLnurlpQuerySignature(request, keys, acceptAnyNonce),
  };
  return (await refuseUnsigned(signed, context)) ?? { umaVersion: request.umaVersion };
}

async function readPayRequest(
  refuseUnsigned: RefuseUnsigned,
  body: string,
  context: UmaContext,
): Promise<ReadPayRequest | ProviderReply> {
  const message = readOr(() => PayRequestMessage.parse(parseJson(body)), 'PARSE_PAYREQ_REQUEST_ERROR');
  if ('body' in message) return message;
  const sender = readUmaAddress(message.payerData?.identifier ?? '');
  const { compliance } = message.payerData ?? {};
  if (!message.isUma() || sender === undefined || compliance === undefined || compliance === null) {
    const reason = 'The pay request lacks a valid payer identifier or its compliance data.';
    return refuseProvider('MISSING_REQUIRED_UMA_PARAMETERS', reason);
  }
  const signed = {
    domain: sender.domain,
    nonce: compliance.signatureNonce,
    timestampSeconds: compliance.signatureTimestamp,
    isSignedBy: (keys: PubKeyResponse) => verifyPayReqSignature(message, keys, acceptAnyNonce),
  };
  const refused = await refuseUnsigned(signed, context);
  if (refused !== undefined) return refused;
  const { fields, unknown } = readRequestedFields(message.requestedPayeeData);
  if (unknown.length > 0)
    return refuseProvider('UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY', `Unknown mandatory fields: ${unknown.join(', ')}.`);
  const sealed = compliance.encryptedTravelRuleInfo ?? '';
  const originator = sealed === '' ? {} : originatorIn(await openTravelRuleData(sealed, context));
  return {
    message,
    sender,
    payer: { ...originator, ...readParty(message.payerData) },
    utxoCallback: compliance.utxoCallback ?? null,
    requestedPayeeFields: fields,
  };
}

async function signing(context: UmaContext): Promise<Signing> {
  const now = context.deps.clocks.system.now();
  return { key: await findSigningKey(context), nonce: newNonce(context), now };
}

/** Refuses with the SDK's code if the SDK throws one, and with `code` if the message cannot be read at all. */
function readOr<T extends object>(read: () => T, code: RefusalCode): T | ProviderReply {
  try {
    return read();
  } catch (error) {
    const refusalCode = error instanceof UmaError && Object.hasOwn(ErrorCode, error.code) ? error.code : code;
    return refuseProvider(refusalCode as RefusalCode, 'The message does not have the form that UMA requires.');
  }
}

/** Travel-rule data that this project writes uses the names of the interface. */
function originatorIn(data: unknown): PartyInformation {
  const originator = typeof data === 'object' && data !== null && 'originator' in data ? data.originator : undefined;
  if (typeof originator !== 'object' || originator === null) return {};
  return Object.fromEntries(
    Object.entries(originator).filter(([name, value]) => /^[A-Z_]{1,40}$/.test(name) && isShort(value)),
  );
}

const longestFact = 500;

function isShort(value: unknown): boolean {
  return value !== null && value !== undefined && JSON.stringify(value).length <= longestFact;
}
