import { isIP } from 'node:net';
import { closeChallenge, findOpenChallenge, isOver } from '../../access/sca/challenge.ts';
import { checkProof, isProof, readProof } from '../../access/sca/check-proof.ts';
import { readAuthentication } from '../../access/sca/factors.ts';
import { attempt, countAttempt, readLockoutForUpdate, refuseLocked } from '../../access/sca/lockout.ts';
import { isLoggedIn } from '../../access/sca/sessions.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import { type Handler, isRefusal, type Outcome, recorded, refuse, refuseFields } from '../../operation/operation.ts';
import { findTransaction } from '../transactions/find-transaction.ts';
import { unlessMoved } from '../transactions/transaction-moved.ts';
import { continueAuthorization, paymentConsent } from './advance-quote.ts';
import { unknownQuote } from './quote-view.ts';
import { findQuote } from './quotes-repository.ts';

type Authorized = Outcome<'authorizeQuote'>;

export const authorizeQuote: Handler<'authorizeQuote'> = async (call) => {
  const { input, unit, tenant, now } = call;
  const { quoteId } = input.path;
  const proof = readProof(input.body);
  const errors = [...(isProof(proof) ? [] : proof), ...addressErrors(input.body.endUserIpAddress)];
  if (!isProof(proof) || errors.length > 0) return refuseFields(errors);
  const seen = await findQuote(unit, tenant, quoteId);
  if (seen === undefined) return unknownQuote(quoteId);
  if (seen.customer_id === null) return nothingToAuthorize();

  // With the lock, any other authorization of this customer has finished; it may have been for this quote.
  const lock = await readLockoutForUpdate(call, seen.customer_id);
  const quote = await findQuote(unit, tenant, quoteId);
  const challenge = await findOpenChallenge(call, 'QUOTE', quoteId);
  const isWaiting = quote?.status === 'PENDING_AUTHORIZATION' && challenge !== undefined && !isOver(challenge, now);
  if (!isWaiting) return nothingToAuthorize();
  const counted = countAttempt(call, lock);
  if (counted.refusal !== undefined) return counted.refusal;
  const locked = refuseLocked(counted.lock);
  if (locked !== undefined) return recorded(locked);
  if (!(await isLoggedIn(call, seen.customer_id))) return recorded(loginWanted());

  const [transaction, { factors, settings }] = await Promise.all([
    findTransaction(unit, tenant, quote.transaction_id),
    readAuthentication(call, challenge.customer_id),
  ]);
  if (transaction === undefined) throw new Error(`quote ${quoteId} has no transaction`);
  const subject = paymentConsent(quote, transaction, challenge.purpose);
  const given = { challenge, subject, factors, settings, proof };
  const refusal = await attempt(call, counted.lock, () => checkProof(call, given));
  if (refusal !== undefined) return refusal;
  await closeChallenge(call, challenge, 'PASS', input.body.endUserIpAddress);
  const advancing = continueAuthorization(call, { quote, transaction }, { challenge, factors, settings });
  const advanced = await unlessMoved(advancing);
  // The challenge expired after it was read.
  if (advanced === undefined) return nothingToAuthorize();
  return isRefusal(advanced) ? advanced : { status: 200, body: advanced };
};

function addressErrors(address: string | null | undefined): FieldError[] {
  if (address === undefined || address === null || isIP(address) !== 0) return [];
  return [{ field: 'endUserIpAddress', message: 'Send an IPv4 or IPv6 address.', constraint: { format: 'ip' } }];
}

function nothingToAuthorize(): Authorized {
  return refuse(
    'CONFLICT',
    'The quote is not waiting for an authorization, or its challenge has expired. Read the quote to see its status.',
  );
}

function loginWanted(): ReturnType<typeof refuse<'SCA_SESSION_REQUIRED'>> {
  return refuse(
    'SCA_SESSION_REQUIRED',
    'The customer must log in with a factor first: POST /sca/login/start and /sca/login/complete. Then repeat the request.',
  );
}
