import { findOpenChallenge, isOver, resendCode } from '../../access/sca/challenge.ts';
import { readAuthentication } from '../../access/sca/factors.ts';
import { readLockoutForUpdate } from '../../access/sca/lockout.ts';
import type { ChallengeRow } from '../../access/sca/tables.ts';
import { type Instant, secondsUntil } from '../../ground/clock/instant.ts';
import { type Handler, type Refusal, refuse } from '../../operation/operation.ts';
import { findTransaction } from '../transactions/find-transaction.ts';
import { paymentConsent } from './advance-quote.ts';
import { unknownQuote } from './quote-view.ts';
import { findQuote } from './quotes-repository.ts';

/** The most codes sent for one challenge, including the first. */
const mostCodes = 5;

export const resendQuoteScaCode: Handler<'resendQuoteScaCode'> = async (call) => {
  const { input, unit, tenant, now } = call;
  const { quoteId } = input.path;
  const quote = await findQuote(unit, tenant, quoteId);
  if (quote === undefined) return unknownQuote(quoteId);
  if (quote.customer_id === null) return nothingToResend();
  // Resends of one customer are processed one at a time, so that each is counted.
  await readLockoutForUpdate(call, quote.customer_id);
  const challenge = await findOpenChallenge(call, 'QUOTE', quoteId);
  if (challenge?.factor !== 'SMS_OTP' || isOver(challenge, now)) return nothingToResend();
  if (challenge.codes_sent >= mostCodes) return tooMany(challenge, now);
  const [transaction, { factors, settings }] = await Promise.all([
    findTransaction(unit, tenant, quote.transaction_id),
    readAuthentication(call, quote.customer_id),
  ]);
  if (transaction === undefined) throw new Error(`quote ${quoteId} has no transaction`);
  if (factors.phone === undefined) return nothingToResend();
  const subject = paymentConsent(quote, transaction, challenge.purpose);
  resendCode(call, challenge, { subject, factors, settings });
  return { status: 204, body: undefined };
};

function nothingToResend(): Refusal<'CONFLICT'> {
  return refuse('CONFLICT', 'No code by text message is pending for this quote.');
}

function tooMany({ expires_at: endsAt }: ChallengeRow, now: Instant): Refusal<'RATE_LIMITED'> {
  const retryAfterSeconds = secondsUntil(endsAt, now);
  const reason = `${mostCodes} codes were sent for this challenge, which is the limit. Create a new quote when the challenge has expired.`;
  return { ...refuse('RATE_LIMITED', reason), retryAfterSeconds };
}
