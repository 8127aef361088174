import {
  type Currency,
  encodeToUrl,
  getSignableLnurlpRequestPayload,
  LnurlpResponse,
  type PubKeyResponse,
  signPayload,
  verifyUmaLnurlpResponseSignature,
} from '@uma-sdk/core';
import { isCurrencyCode, viewCurrency } from '../../ground/money/currency.ts';
import type { CounterpartyKeys } from './counterparty-keys.ts';
import { type FetchFromProvider, jsonOf, type ProviderAnswer } from './fetch-from-provider.ts';
import { type RequestedFields, readRequestedFields } from './field-names.ts';
import { findSigningKey } from './keys.ts';
import { acceptAnyNonce, checkMessage } from './message-checks.ts';
import { newNonce } from './nonces.ts';
import { isLookupProblem, type LookupProblem, type Problem, problem } from './problems.ts';
import type { UmaAddress } from './uma-address.ts';
import type { ReceivableCurrency, UmaContext } from './uma-context.ts';
import { commonVersion, knownMajorVersion, newestVersion } from './versions.ts';

export interface Parties {
  readonly receiver: UmaAddress;
  readonly sender: UmaAddress;
}

/** The dependencies of every exchange with another provider. */
export interface ExchangeDeps {
  readonly ask: FetchFromProvider;
  readonly counterparties: CounterpartyKeys;
}

/** A receiver, as confirmed by the signed response of its provider. */
export interface FoundReceiver {
  readonly callback: URL;
  readonly majorVersion: number;
  readonly currencies: readonly ReceivableCurrency[];
  readonly requested: RequestedFields;
  readonly keys: PubKeyResponse;
}

/**
 * The first exchange of a payment: it finds the receiver, its currencies and the version that both providers support.
 */
export async function exchangeLookup(
  means: ExchangeDeps,
  parties: Parties,
  context: UmaContext,
): Promise<FoundReceiver | Problem<LookupProblem>> {
  const answer = await ask(means, parties, context, newestVersion);
  if (answer.status !== 412) return readAnswer(means, parties, context, answer);
  const offered = memberOf(jsonOf(answer), 'supportedMajorVersions');
  if (offered === undefined) return problem('UNSUPPORTED_UMA_VERSION');
  const version = commonVersion(offered);
  if (version === undefined) return problem('NO_COMPATIBLE_UMA_VERSION');
  return readAnswer(means, parties, context, await ask(means, parties, context, version));
}

async function ask(
  means: ExchangeDeps,
  { receiver, sender }: Parties,
  context: UmaContext,
  umaVersion: string,
): Promise<ProviderAnswer> {
  const request = {
    receiverAddress: receiver.text,
    isSubjectToTravelRule: true,
    vaspDomain: sender.domain,
    timestamp: new Date(context.deps.clocks.system.now()),
    nonce: newNonce(context),
    umaVersion,
  };
  const signature = await signPayload(getSignableLnurlpRequestPayload(request), await findSigningKey(context));
  const url = encodeToUrl({ ...request, signature });
  return means.ask({ method: 'GET', url, regarding: receiver.text }, context);
}

async function readAnswer(
  means: ExchangeDeps,
  parties: Parties,
  context: UmaContext,
  answer: ProviderAnswer,
): Promise<FoundReceiver | Problem<LookupProblem>> {
  const refused = refusalOf(answer);
  if (refused !== undefined) return refused;
  if (answer.status === null) return problem('LNURLP_REQUEST_FAILED');
  let response: LnurlpResponse;
  try {
    response = LnurlpResponse.parse(jsonOf(answer));
  } catch {
    return problem('PARSE_LNURLP_RESPONSE_ERROR');
  }
  if (!response.isUma()) return problem('MISSING_REQUIRED_UMA_PARAMETERS');
  const { compliance, umaVersion, callback, currencies, payerData } = response;
  const majorVersion = knownMajorVersion(umaVersion);
  if (majorVersion === undefined) return problem('UNSUPPORTED_UMA_VERSION');
  // The signature covers the address, so a signed response about another receiver would otherwise pass.
  if (compliance.receiverIdentifier.toLowerCase() !== parties.receiver.text) return unsigned;
  const keys = await checkMessage(
    means.counterparties,
    {
      domain: parties.receiver.domain,
      regarding: parties.receiver.text,
      nonce: compliance.signatureNonce,
      timestampSeconds: compliance.signatureTimestamp,
      isSignedBy: (signer) => verifyUmaLnurlpResponseSignature(response, signer, acceptAnyNonce),
    },
    context,
  );
  if (keys === 'INVALID_SIGNATURE') return unsigned;
  if (typeof keys === 'string') return problem(keys);
  const url = URL.parse(callback);
  if (url === null || !/^https?:$/.test(url.protocol)) return problem('PARSE_LNURLP_RESPONSE_ERROR');
  return {
    callback: url,
    majorVersion,
    currencies: currencies.flatMap(readCurrency),
    requested: readRequestedFields(payerData),
    keys,
  };
}

const unsigned = problem(
  'LOOKUP_REQUEST_FAILED',
  "The response to the lookup is not signed by the receiver's provider. Report it to that provider.",
);

/** A currency that is unknown here, or has other decimals here, cannot be paid. */
function readCurrency({ code, decimals, minSendable, maxSendable }: Currency): ReceivableCurrency[] {
  if (!isCurrencyCode(code) || viewCurrency(code).decimals !== decimals) return [];
  if (!isAmount(minSendable) || !isAmount(maxSendable) || minSendable > maxSendable) return [];
  return [{ currency: code, minMinor: BigInt(minSendable), maxMinor: BigInt(maxSendable) }];
}

function isAmount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** The refusal that the other provider returned; `undefined` if it did not refuse. */
function refusalOf(answer: ProviderAnswer): Problem<LookupProblem> | undefined {
  if (answer.status === null) return problem('LNURLP_REQUEST_FAILED');
  if (answer.status === 200) return undefined;
  const code = refusalCodeOf(answer);
  if (code === 'USER_NOT_FOUND' || answer.status === 404) return problem('UMA_NOT_FOUND');
  if (code === 'COUNTERPARTY_NOT_ALLOWED') return problem(notAllowed);
  if (code === 'USER_NOT_READY') return problem('INVALID_RECEIVER');
  if (isLookupProblem(code)) return problem(code);
  if (answer.status === 412) return problem('UNSUPPORTED_UMA_VERSION');
  return problem(answer.status >= 500 ? 'LNURLP_REQUEST_FAILED' : 'LOOKUP_REQUEST_FAILED');
}

/** The other provider uses its own code for this server as the sender. */
const notAllowed = 'SENDER_NOT_ACCEPTED';

/** The code in a refusal of another provider, in the form of the SDK. */
export function refusalCodeOf(answer: { readonly body: string }): string {
  const code = memberOf(jsonOf(answer), 'code');
  return typeof code === 'string' ? code : '';
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}
