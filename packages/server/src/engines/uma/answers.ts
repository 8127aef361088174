import type { CounterpartyFieldDefinition } from '@payments-platform/types';
import {
  Currency,
  KycStatus,
  type LnurlpRequest,
  LnurlpResponse,
  PayReqResponse,
  type PayRequest as PayRequestMessage,
  selectLowerVersion,
  signPayload,
} from '@uma-sdk/core';
import { epochMsOf, type Instant, secondMs } from '../../ground/clock/instant.ts';
import { type CurrencyCode, viewCurrency } from '../../ground/money/currency.ts';
import { wireMinor } from '../../ground/money/money.ts';
import { writeParty, writeRequestedFields } from './field-names.ts';
import { metadataOf, payAddress } from './places.ts';
import type { UmaAddress } from './uma-address.ts';
import type { PartyInformation, ReceivableCurrency } from './uma-context.ts';
import { knownMajorVersion, newestVersion } from './versions.ts';

/** What the server signs its response with. */
export interface Signing {
  readonly key: Uint8Array;
  readonly nonce: string;
  readonly now: Instant;
}

/** A currency in which a customer can receive Lightning payments. */
export interface PricedCurrency extends ReceivableCurrency {
  /** Millisatoshis for one smallest unit. */
  readonly multiplier: number;
}

export interface ReceiverTerms {
  readonly receiver: UmaAddress;
  readonly currencies: readonly PricedCurrency[];
  readonly requestedPayerFields: readonly CounterpartyFieldDefinition[];
}

function secondsOf(now: Instant): number {
  return Math.floor(epochMsOf(now) / secondMs);
}

/** The signed response to a lookup, in the lower of the two versions. */
export async function answerLookup(
  request: Pick<LnurlpRequest, 'umaVersion'>,
  { receiver, currencies, requestedPayerFields }: ReceiverTerms,
  signing: Signing,
): Promise<LnurlpResponse> {
  const umaVersion = selectLowerVersion(request.umaVersion ?? newestVersion, newestVersion);
  const major = knownMajorVersion(umaVersion);
  const signatureTimestamp = secondsOf(signing.now);
  const signature = await signPayload(`${receiver.text}|${signing.nonce}|${signatureTimestamp}`, signing.key);
  const [least, most] = sendable(currencies);
  return new LnurlpResponse(
    payAddress(receiver),
    least,
    most,
    metadataOf(receiver),
    {
      kycStatus: KycStatus.Verified,
      signature,
      signatureNonce: signing.nonce,
      signatureTimestamp,
      isSubjectToTravelRule: true,
      receiverIdentifier: receiver.text,
      backingSignatures: undefined,
    },
    umaVersion,
    currencies.map(({ currency, multiplier, minMinor, maxMinor }) => {
      const { name, symbol, decimals } = viewCurrency(currency);
      return new Currency(
        currency,
        name,
        symbol,
        multiplier,
        wireMinor(minMinor),
        wireMinor(maxMinor),
        decimals,
        major,
      );
    }),
    writeRequestedFields(requestedPayerFields),
  );
}

/** The least and the most that a sender may send, in millisatoshis, over all currencies. */
function sendable(currencies: readonly PricedCurrency[]): [number, number] {
  const least = currencies.map(({ minMinor, multiplier }) => wireMinor(minMinor) * multiplier);
  const most = currencies.map(({ maxMinor, multiplier }) => wireMinor(maxMinor) * multiplier);
  return [Math.ceil(Math.min(...least)), Math.min(Math.floor(Math.max(...most)), Number.MAX_SAFE_INTEGER)];
}

export interface AgreedPayment {
  readonly receiver: UmaAddress;
  readonly invoice: string;
  readonly currency: CurrencyCode;
  readonly receivingMinor: bigint;
  readonly multiplier: number;
  readonly payee: PartyInformation;
  /** The callback to which the other provider reports the channels that the payment used. */
  readonly utxoCallback: string | undefined;
}

/** The signed response to a pay request. */
export async function answerPay(
  request: PayRequestMessage,
  agreed: AgreedPayment,
  signing: Signing,
): Promise<PayReqResponse> {
  const { receiver, currency, receivingMinor, multiplier } = agreed;
  const signatureTimestamp = secondsOf(signing.now);
  const payload = `${request.payerData?.identifier ?? ''}|${receiver.text}|${signing.nonce}|${signatureTimestamp}`;
  return new PayReqResponse(
    agreed.invoice,
    {
      ...writeParty(agreed.payee),
      identifier: receiver.text,
      compliance: {
        nodePubKey: undefined,
        utxos: [],
        utxoCallback: agreed.utxoCallback,
        signature: await signPayload(payload, signing.key),
        signatureNonce: signing.nonce,
        signatureTimestamp,
        backingSignatures: undefined,
      },
    },
    {
      amount: wireMinor(receivingMinor),
      currencyCode: currency,
      decimals: viewCurrency(currency).decimals,
      multiplier,
      fee: 0,
    },
    false,
    undefined,
    request.umaMajorVersion,
  );
}
