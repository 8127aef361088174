import { createHash } from 'node:crypto';
import type { PaymentInstructions } from '@payments-platform/types';
import { checkStamp, type SignatureContext, type StampCode } from '../../access/signed-requests/require-signature.ts';
import { isSessionOf } from '../../accounts/wallet-sessions/session-signers.ts';
import { epochMsOf, type Instant } from '../../ground/clock/instant.ts';
import { newPaymentReference } from '../../ground/ids/payment-reference.ts';
import { canonicalJson } from '../../ground/json/canonical-json.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { isConfigured } from '../../operation/ports/missing-adapter.ts';
import type { Parties } from './parties.ts';
import type { Priced } from './price-payment.ts';
import type { QuoteRow } from './quote-row.ts';
import { routesOf } from './realtime-funding.ts';

export const waitsForSignature: FieldError = {
  field: 'source.accountId',
  message:
    'A payment from an embedded wallet requires the signature of its owner. Create a quote without immediatelyExecute, and execute it with the signature.',
};

/** Refuses a wallet that its custodian has not opened. */
export function checkWalletIsOpen({ source }: Parties): Refusal<'WALLET_NOT_PROVISIONED'> | undefined {
  if (source.wallet === null || source.wallet.keys !== undefined) return undefined;
  const reason = `The embedded wallet ${source.accountId} is ${source.status}. Wait until INTERNAL_ACCOUNT.STATUS_UPDATED reports that it is ACTIVE.`;
  return refuse('WALLET_NOT_PROVISIONED', reason, { status: source.status });
}

/** The owner is not asked to sign a payment that the balance does not cover. */
export function checkWalletCovers({ source }: Parties, { price }: Priced): Refusal<'INSUFFICIENT_FUNDS'> | undefined {
  const { wallet } = source;
  if (wallet === null || wallet.balanceMinor >= price.sendingMinor) return undefined;
  return refuse(
    'INSUFFICIENT_FUNDS',
    `The balance of ${source.accountId} does not cover the total sending amount. Fund the wallet and send the request again.`,
  );
}

interface WalletPayment {
  readonly quoteId: string;
  readonly transactionId: string;
  readonly parties: Parties;
  readonly price: Priced['price'];
  readonly expiresAt: Instant;
  /** Whether only the owner must agree to the payment, so that a deposit may start it. */
  readonly isFree: boolean;
}

/** The two ways to pay for a wallet's quote, and the reference of a deposit over the second one. */
export interface WalletFunding {
  readonly reference: string | null;
  readonly instructions: readonly PaymentInstructions[];
}

/** The payload that the owner signs, and an invoice that anyone may pay instead; `undefined` for other sources. */
export function openWalletFunding(
  context: Pick<WorkContext, 'now' | 'deps'>,
  payment: WalletPayment,
): WalletFunding | undefined {
  const signed = signedInstructions(context, payment);
  if (signed === undefined) return undefined;
  const { deps, now } = context;
  if (!payment.isFree || !isConfigured(deps.funding)) return { reference: null, instructions: [signed] };
  const { quoteId, parties, price, expiresAt } = payment;
  const { currency, customerId } = parties.source;
  const reference = newPaymentReference(deps.random);
  const expected = { amountMinor: price.sendingMinor, createdAt: now, expiresAt };
  const routes = routesOf(deps, currency, undefined);
  const paidIn = deps.funding.instructionsFor({ quoteId, customerId, currency, reference, routes, payment: expected });
  return { reference, instructions: [signed, ...paidIn] };
}

function signedInstructions(
  { now }: Pick<WorkContext, 'now'>,
  { quoteId, transactionId, parties, price }: WalletPayment,
): PaymentInstructions | undefined {
  const { source, destination } = parties;
  if (source.wallet === null) return undefined;
  const { keys } = source.wallet;
  if (keys === undefined) throw new Error(`${source.accountId} pays before it is open`);
  const transaction = {
    quoteId,
    transactionId,
    accountId: source.accountId,
    currency: source.currency,
    sendingAmount: String(price.sendingMinor),
    receivingCurrency: destination.currency,
    receivingAmount: String(price.receivingMinor),
    destination: destination.accountId ?? destination.uma?.address.text,
  };
  const unsignedTransaction = createHash('sha256').update(canonicalJson(transaction)).digest('hex');
  // The members have the order in which they are signed.
  const payloadToSign = JSON.stringify({
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    timestampMs: String(epochMsOf(now)),
    organizationId: keys.organizationId,
    parameters: { signWith: keys.signingKeyId, unsignedTransaction, type: 'TRANSACTION_TYPE_ETHEREUM' },
    generateAppProofs: true,
  });
  return {
    accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign },
    instructionsNotes: 'Sign payloadToSign with the key of a session and execute the quote with the signature.',
    isPlatformAccount: false,
  };
}

function payloadOf({ payment_instructions: instructions }: QuoteRow): string | undefined {
  if (instructions === null) return undefined;
  const infos = readJson(instructions).map(({ accountOrWalletInfo }) => accountOrWalletInfo);
  return infos.find((info) => info.accountType === 'EMBEDDED_WALLET')?.payloadToSign;
}

/** Whether the owner of an embedded wallet has to sign the payment of the quote. */
export function needsSignature(quote: QuoteRow): boolean {
  return payloadOf(quote) !== undefined;
}

/** Throws if a payment would leave a wallet without its owner's signature: the caller did not check it. */
export function mustBeSigned(quote: QuoteRow, isSigned: true | undefined): void {
  if (isSigned !== true && needsSignature(quote))
    throw new Error(`${quote.id} is paid from a wallet whose owner has not signed`);
}

/** A payment from a wallet requires its owner's signature over the payload of its quote. */
export async function checkOwnersSignature(
  call: SignatureContext,
  quote: QuoteRow,
): Promise<Refusal<StampCode> | undefined> {
  const payload = payloadOf(quote);
  if (payload === undefined) return undefined;
  return checkStamp(call, payload, isSessionOf(call, quote.source_account_id ?? ''));
}
