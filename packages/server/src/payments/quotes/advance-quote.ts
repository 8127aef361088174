import type { Quote, RequestedScaFactor, ScaChallenge, ScaFactor } from '@payments-platform/types';
import { createChallenge, type Subject, viewChallenge } from '../../access/sca/challenge.ts';
import {
  type Authentication,
  type Factors,
  namesOf,
  preferredFactor,
  readAuthentication,
} from '../../access/sca/factors.ts';
import type { ScaPurpose } from '../../access/sca/sca-purpose.ts';
import type { ChallengeRow } from '../../access/sca/tables.ts';
import type { DebitRefusal } from '../../engines/ledger/post-entry.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { writeAmount } from '../../ground/money/money.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { exceedsDailyVolume } from '../pricing/payment-limits.ts';
import { mustMovePayment, quoteStatusAfter } from '../transactions/move-payment.ts';
import { startPayment } from '../transactions/payment-steps.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import type { QuoteRow } from './quote-row.ts';
import { viewQuote } from './quote-view.ts';
import { type PartyRefusal, refuseAuthorization } from './refuse-unusable-party.ts';
import { mustBeSigned } from './wallet-payment.ts';

/** A quote that is being executed, with its transaction. */
export interface Advancing {
  readonly quote: QuoteRow;
  readonly transaction: TransactionRow;
  /** Set by the caller that has checked the owner's signature over the payload of an embedded wallet's quote. */
  readonly isSigned?: true;
}

/**
 * The code of a refusal that a later attempt may avoid. At creation the request is refused and no quote exists;
 * later it is a conflict, and the quote can be executed again.
 */
type NotNow = 'CONFLICT' | 'QUOTE_REQUEST_FAILED';

type RefusedDebit<Code extends NotNow> = Refusal<'INSUFFICIENT_FUNDS' | 'DAILY_VOLUME_LIMIT_EXCEEDED' | Code>;

/** The trigger that releases the money of a quote: its execution, or the last authorization. */
type Start = 'EXECUTE' | 'EXECUTE_AUTHORIZED';

const nextSteps: Readonly<Record<Start, string>> = {
  EXECUTE: 'execute the quote again before it expires',
  EXECUTE_AUTHORIZED: 'repeat the authorization before its challenge expires',
};

/** Starts the payment of a quote. Returns the quote afterwards, or the refusal of its debit. */
export async function startQuote<Code extends NotNow>(
  context: WorkContext,
  { quote, transaction, isSigned }: Advancing,
  start: Start,
  notNow: Code,
): Promise<Quote | RefusedDebit<Code>> {
  // The signature was checked before the authorization was requested.
  if (start === 'EXECUTE') mustBeSigned(quote, isSigned);
  const started = await startPayment(context, transaction, start);
  if (typeof started === 'string')
    return refuseDebit(started, transaction.source_account_id ?? '', context.now, { start, notNow });
  const status = quoteStatusAfter(started.status === 'FAILED' ? 'FAIL' : 'EXECUTE');
  return viewQuote({ ...quote, status });
}

/** The refusal for a debit that the ledger refuses. */
function refuseDebit<Code extends NotNow>(
  refusal: DebitRefusal,
  accountId: string,
  now: Instant,
  { start, notNow }: { readonly start: Start; readonly notNow: Code },
): RefusedDebit<Code> {
  if (refusal === 'DAILY_VOLUME_LIMIT_EXCEEDED') return exceedsDailyVolume(accountId, now);
  const isNew = notNow === 'QUOTE_REQUEST_FAILED';
  if (refusal === 'INSUFFICIENT_FUNDS') {
    const next = isNew ? 'send the request again' : nextSteps[start];
    return refuse(
      'INSUFFICIENT_FUNDS',
      `The balance of ${accountId} does not cover the total sending amount. Fund the account and ${next}.`,
    );
  }
  return refuse(
    notNow,
    isNew
      ? `The source account ${accountId} is no longer active. Use another account.`
      : `The source account ${accountId} is not active, so nothing can be sent from it. Use another account.`,
  );
}

/** Holds a quote until its customer has passed the first challenge. Returns the quote with the challenge. */
export async function requireAuthorization<Code extends NotNow>(
  context: WorkContext,
  { quote, transaction, isSigned }: Advancing,
  requested: RequestedScaFactor | undefined,
  notNow: Code,
): Promise<Quote | Refusal<'INVALID_INPUT' | Code>> {
  mustBeSigned(quote, isSigned);
  const [purpose] = readScaPurposes(quote);
  if (purpose === undefined) throw new Error(`quote ${quote.id} needs no authorization`);
  const { factors, settings } = await readAuthentication(context, quote.customer_id ?? '');
  const factor = chooseFactor(factors, requested, notNow);
  if (typeof factor !== 'string') return factor;
  const move = quote.source_account_id !== null ? 'REQUIRE_SCA' : 'REQUIRE_SCA_AT_CREATION';
  const asked = { purpose, factor, factors, settings };
  const scaChallenge = await challengeFor(context, { quote, transaction }, asked, move);
  return { ...viewQuote({ ...quote, status: 'PENDING_AUTHORIZATION' }), scaChallenge };
}

function chooseFactor<Code extends NotNow>(
  factors: Factors,
  requested: RequestedScaFactor | undefined,
  notNow: Code,
): ScaFactor | Refusal<'INVALID_INPUT' | Code> {
  if (requested === undefined) return preferredFactor(factors) ?? cannotAuthenticate(notNow);
  if (namesOf(factors).includes(requested)) return requested;
  const message = `The customer cannot authenticate with ${requested}. Leave it out, or let the customer enroll it first.`;
  return refuseFields([{ field: 'scaFactor', message }]);
}

function cannotAuthenticate<Code extends NotNow>(code: Code): Refusal<Code> {
  return refuse(
    code,
    'The customer must authenticate but has no factor. Verify the phone number or let the customer enroll a factor.',
  );
}

interface Passed extends Authentication {
  readonly challenge: ChallengeRow;
}

/** After a passed challenge, issues the next one or lets the payment continue. */
export async function continueAuthorization(
  context: WorkContext,
  { quote, transaction }: Advancing,
  { challenge, factors, settings }: Passed,
): Promise<Quote | RefusedDebit<'CONFLICT'> | PartyRefusal> {
  const purposes = readScaPurposes(quote);
  const next = purposes[purposes.map(String).indexOf(challenge.purpose ?? '') + 1];
  if (next !== undefined) {
    // The factor that was just used, unless it has been removed since.
    const isThere = namesOf(factors).includes(challenge.factor);
    const factor = isThere ? challenge.factor : (preferredFactor(factors) ?? challenge.factor);
    const asked = { purpose: next, factor, factors, settings };
    const scaChallenge = await challengeFor(context, { quote, transaction }, asked, 'REQUIRE_MORE_SCA');
    return { ...viewQuote(quote), scaChallenge };
  }
  const unusable = await refuseAuthorization(context, transaction);
  if (unusable !== undefined) return unusable;
  if (quote.source_account_id !== null)
    return startQuote(context, { quote, transaction }, 'EXECUTE_AUTHORIZED', 'CONFLICT');
  const due = { due_at: quote.expires_at, due_action: 'EXPIRE' } as const;
  await mustMovePayment(context, transaction, 'AUTHORIZE_TO_FUND', { set: due });
  return viewQuote({ ...quote, status: quoteStatusAfter('AUTHORIZE_TO_FUND') });
}

interface Question extends Authentication {
  readonly purpose: ScaPurpose;
  readonly factor: ScaFactor;
}

/**
 * Issues a challenge for one purpose of the payment, which waits until it is passed. An outgoing payment emits an
 * event for each authorization; an incoming payment has no status for it and stays `PENDING`. Returns the challenge
 * in its wire form.
 */
async function challengeFor(
  context: WorkContext,
  { quote, transaction }: Advancing,
  question: Question,
  move: 'REQUIRE_SCA_AT_CREATION' | 'REQUIRE_SCA' | 'REQUIRE_MORE_SCA',
): Promise<ScaChallenge> {
  const subject = paymentConsent(quote, transaction, question.purpose);
  // An executed quote keeps its price. A quote that waits for funding expires together with its challenge, since a
  // later proof would be useless.
  const endsAt = quote.source_account_id === null ? quote.expires_at : undefined;
  const challenge = createChallenge(context, { ...question, subject, endsAt });
  const set = { due_at: challenge.expires_at, due_action: 'CHALLENGE_EXPIRE' } as const;
  await mustMovePayment(context, transaction, move, { set });
  return viewChallenge(challenge, question.settings);
}

/** The purposes of a stored quote. */
function readScaPurposes({ sca_purposes: text }: Pick<QuoteRow, 'sca_purposes'>): readonly ScaPurpose[] {
  return text === null ? [] : readJson(text);
}

const shownCharacters = 4;

/** The text that a customer authorizes for a purpose of the quote. Another amount or payee gives another text. */
export function paymentConsent(quote: QuoteRow, transaction: TransactionRow, purpose: string | null): Subject {
  if (quote.customer_id === null) throw new Error(`quote ${quote.id} has no customer who could authorize it`);
  const { destination, destination_identifier: identifier } = transaction;
  const sent = `${quote.sending_minor} ${quote.sending_currency}`;
  const received = `${quote.receiving_minor} ${quote.receiving_currency}`;
  return {
    kind: 'QUOTE',
    id: quote.id,
    customerId: quote.customer_id,
    binding: `${purpose} ${quote.id}: ${sent} becomes ${received} for ${destination} ${identifier}`,
    wording: wordingOf(quote, transaction, purpose),
  };
}

function wordingOf(
  quote: QuoteRow,
  { destination_identifier: identifier }: TransactionRow,
  purpose: string | null,
): string {
  const sent = writeAmount(quote.sending_minor, quote.sending_currency, quote.token);
  if (purpose === 'CURRENCY_CONVERSION')
    return `agrees to exchange ${sent} for ${writeAmount(quote.receiving_minor, quote.receiving_currency, quote.token)}`;
  const payee = identifier === null ? 'another account' : `the account ending in ${identifier.slice(-shownCharacters)}`;
  return `authorizes a payment of ${sent} to ${payee}`;
}
