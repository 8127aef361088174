import {
  KycStatus,
  type PayeeData,
  PayReqResponse,
  PayRequest as PayRequestMessage,
  signPayload,
  verifyPayReqResponseSignature,
} from '@uma-sdk/core';
import { epochMsOf, secondMs } from '../../ground/clock/instant.ts';
import { isCurrencyCode, viewCurrency } from '../../ground/money/currency.ts';
import { wireMinor } from '../../ground/money/money.ts';
import { type ExchangeDeps, exchangeLookup, type FoundReceiver, refusalCodeOf } from './exchange-lookup.ts';
import { jsonOf, type ProviderAnswer } from './fetch-from-provider.ts';
import { readParty, writeParty, writeRequestedFields } from './field-names.ts';
import { readInvoice } from './invoice.ts';
import { findSigningKey } from './keys.ts';
import { acceptAnyNonce, checkMessage } from './message-checks.ts';
import { newNonce } from './nonces.ts';
import { utxoAddress } from './places.ts';
import { isPayProblem, type LookupProblem, type PayProblem, type Problem, problem } from './problems.ts';
import { sealTravelRuleData } from './travel-rule.ts';
import type { Agreement, PayRequest, UmaContext } from './uma-network.ts';

/**
 * The second exchange of a payment. It starts with a lookup of its own because the platform's lookup may be a quarter
 * of an hour old: the receiver, the callback and the keys must be current.
 */
export async function exchangePay(
  means: ExchangeDeps,
  request: PayRequest,
  context: UmaContext,
): Promise<Agreement | Problem<PayProblem>> {
  const found = await exchangeLookup(means, request, context);
  if ('kind' in found) return asPayProblem(found);
  if (found.requested.unknown.length > 0) return problem('UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY');
  if (!takes(found, request)) return problem('INVALID_RECEIVER');
  const callbackKey = newNonce(context);
  const message = await payMessage(request, found, callbackKey, context);
  const answer = await means.ask(
    { method: 'POST', url: found.callback, body: message.toJsonString(), regarding: request.receiver.text },
    context,
  );
  const response = readResponse(answer);
  if ('kind' in response) return response;
  return checkResponse(means, { request, found, callbackKey, response }, context);
}

/** Maps a problem of the lookup before a pay request to a code of a quote. */
function asPayProblem({ code, reason }: Problem<LookupProblem>): Problem<PayProblem> {
  if (isPayProblem(code)) return problem(code, reason);
  return problem(code === 'UMA_NOT_FOUND' ? 'INVALID_RECEIVER' : 'LNURLP_REQUEST_FAILED');
}

function takes({ currencies }: FoundReceiver, { currency, receivingMinor }: PayRequest): boolean {
  return currencies.some(
    (one) => one.currency === currency && receivingMinor >= one.minMinor && receivingMinor <= one.maxMinor,
  );
}

async function payMessage(
  { receiver, sender, currency, receivingMinor, payer, requestedPayeeFields }: PayRequest,
  { keys, majorVersion }: FoundReceiver,
  callbackKey: string,
  context: UmaContext,
): Promise<PayRequestMessage> {
  const signatureNonce = newNonce(context);
  const signatureTimestamp = Math.floor(epochMsOf(context.deps.clocks.system.now()) / secondMs);
  const payload = `${sender.text}|${signatureNonce}|${signatureTimestamp}`;
  const travelRule = { originator: { ...payer, account: sender.text }, beneficiary: { account: receiver.text } };
  const compliance = {
    kycStatus: KycStatus.Verified,
    encryptedTravelRuleInfo: sealTravelRuleData(travelRule, keys.getEncryptionPubKey()),
    utxos: [],
    utxoCallback: utxoAddress(sender, callbackKey),
    signature: await signPayload(payload, await findSigningKey(context)),
    signatureNonce,
    signatureTimestamp,
  };
  return new PayRequestMessage(
    wireMinor(receivingMinor),
    currency,
    // The receiver gets exactly this amount: the payer has agreed to it.
    currency,
    majorVersion,
    { ...writeParty(payer), identifier: sender.text, compliance },
    writeRequestedFields([
      { name: 'FULL_NAME', mandatory: false },
      ...requestedPayeeFields.map((name) => ({ name, mandatory: true })),
    ]),
  );
}

function readResponse(answer: ProviderAnswer): PayReqResponse | Problem<PayProblem> {
  if (answer.status === null) return problem('PAYREQ_REQUEST_FAILED');
  if (answer.status !== 200) {
    const code = refusalCodeOf(answer);
    if (code === 'COUNTERPARTY_NOT_ALLOWED') return problem('SENDER_NOT_ACCEPTED');
    if (code === 'USER_NOT_READY' || code === 'USER_NOT_FOUND') return problem('INVALID_RECEIVER');
    return problem(isPayProblem(code) ? code : 'PAYREQ_REQUEST_FAILED');
  }
  try {
    return PayReqResponse.parse(jsonOf(answer));
  } catch {
    return problem('PARSE_PAYREQ_RESPONSE_ERROR');
  }
}

/**
 * Two days. A provider that may hold a payment for weeks settles it only if the price of bitcoin has risen; otherwise
 * it cancels, and the sender is refunded at the old price.
 */
const longestHoldBlocks = 288;

interface Answered {
  readonly request: PayRequest;
  readonly found: FoundReceiver;
  readonly callbackKey: string;
  readonly response: PayReqResponse;
}

async function checkResponse(
  { counterparties }: ExchangeDeps,
  { request, found, callbackKey, response }: Answered,
  context: UmaContext,
): Promise<Agreement | Problem<PayProblem>> {
  if (!response.isUma() || response.umaMajorVersion !== found.majorVersion) return problem('INVALID_PAYREQ_RESPONSE');
  const { payeeData } = response;
  const fault = await faultOf(counterparties, { request, response, payeeData }, context);
  if (fault !== undefined) return problem(fault);
  const invoice = readInvoice(response.pr);
  if (invoice === undefined || invoice.expiresAt <= context.deps.clocks.system.now())
    return problem('INVALID_PAYREQ_RESPONSE');
  if (invoice.amountMillisatoshis !== agreedMillisatoshis(request, response)) return problem('INVALID_PAYREQ_RESPONSE');
  if (invoice.holdBlocks > longestHoldBlocks) return problem('INVALID_PAYREQ_RESPONSE');
  const { compliance } = payeeData;
  return {
    kind: 'AGREED',
    payee: readParty(payeeData),
    settlement: {
      invoice: response.pr,
      amountMillisatoshis: invoice.amountMillisatoshis,
      callbackKey,
      utxoCallback: compliance?.utxoCallback ?? null,
    },
  };
}

async function faultOf(
  counterparties: ExchangeDeps['counterparties'],
  { request, response, payeeData }: Pick<Answered, 'request' | 'response'> & { readonly payeeData: PayeeData },
  context: UmaContext,
): Promise<PayProblem | undefined> {
  const { receiver, sender } = request;
  const { signatureNonce: nonce, signatureTimestamp: timestampSeconds } = payeeData.compliance ?? {};
  if (typeof nonce !== 'string' || typeof timestampSeconds !== 'number') return 'INVALID_PAYREQ_RESPONSE';
  const checked = await checkMessage(
    counterparties,
    {
      domain: receiver.domain,
      regarding: receiver.text,
      nonce,
      timestampSeconds,
      isSignedBy: (signer) =>
        verifyPayReqResponseSignature(response, sender.text, receiver.text, signer, acceptAnyNonce),
    },
    context,
  );
  if (typeof checked !== 'string') return undefined;
  return isPayProblem(checked) ? checked : 'INVALID_PAYREQ_RESPONSE';
}

/**
 * The amount that the invoice must have: the amount at the rate to which the receiver's provider has just committed,
 * plus its fee, rounded as the SDK rounds it. `undefined` if the response has another amount or another currency.
 */
function agreedMillisatoshis(request: PayRequest, { converted }: PayReqResponse): bigint | undefined {
  if (converted === undefined) return undefined;
  const { amount, currencyCode, decimals, multiplier, fee } = converted;
  const wanted = wireMinor(request.receivingMinor);
  const isAsked =
    isCurrencyCode(request.currency) &&
    currencyCode === request.currency &&
    viewCurrency(request.currency).decimals === decimals;
  if (!isAsked || amount !== wanted || multiplier <= 0 || fee < 0) return undefined;
  const sum = Math.round(wanted * multiplier + fee);
  return Number.isSafeInteger(sum) ? BigInt(sum) : undefined;
}
