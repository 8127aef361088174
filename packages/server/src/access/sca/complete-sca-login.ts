import { isIP } from 'node:net';
import type { ScaLoginCompleteRequest } from '@payments-platform/types';
import { uuidOf } from '../../ground/ids/ids.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import { type Handler, isRefusal, refuse, refuseFields } from '../../operation/operation.ts';
import { closeChallenge, findOpenChallenge, isOver } from './challenge.ts';
import { checkProof, isProof, type Proof, readProof } from './check-proof.ts';
import { readAuthentication } from './factors.ts';
import { findScaCustomer } from './find-sca-customer.ts';
import { attempt, readLockoutForUpdate, refuseLocked } from './lockout.ts';
import { loginSubject } from './login.ts';
import { createSession } from './sessions.ts';

export const completeScaLogin: Handler<'completeScaLogin'> = async (call) => {
  const { input, now } = call;
  const { factor, endUserIpAddress, challengeId } = input.body;
  const proof = readLogin(input.body);
  if (!isProof(proof)) return refuseFields(proof);
  const customer = await findScaCustomer(call, input.query.customerId);
  if (isRefusal(customer)) return customer;

  const lock = await readLockoutForUpdate(call, customer.id);
  const subject = loginSubject(customer.id, factor);
  const challenge = await findOpenChallenge(call, subject.kind, subject.id);
  if (challenge === undefined)
    return refuse(
      'CONFLICT',
      `No login with ${factor} is open: none was started, or it was already completed. Start one.`,
    );
  const { factors, settings } = await readAuthentication(call, customer.id);
  const locked = refuseLocked(lock);
  if (locked !== undefined) return locked;
  // Neither refusal reveals anything about a code, so neither counts as an attempt.
  if (isOver(challenge, now)) return refuseFields([late]);
  if (factor === 'SMS_OTP' && challengeId !== uuidOf(challenge.id)) return refuseFields([replaced]);
  const refusal = await attempt(call, lock, () => checkProof(call, { challenge, subject, factors, settings, proof }));
  if (refusal !== undefined) return refusal;
  if (!(await closeChallenge(call, challenge, 'PASS'))) throw new Error(`${challenge.id} was passed twice`);
  const sessionExpiresAt = createSession(call, { customerId: customer.id, factor, endUserIpAddress });
  return { status: 200, body: { status: 'SUCCESS', sessionExpiresAt } };
};

const late: FieldError = { field: 'code', message: 'It has expired. Start the login again.' };
const replaced: FieldError = { field: 'challengeId', message: 'A newer code has been sent. Send its challengeId.' };

/** Returns the proof that the factor requires, or an error for each field that is wrong. */
function readLogin(body: ScaLoginCompleteRequest): Proof | readonly FieldError[] {
  const { factor, challengeId, endUserIpAddress } = body;
  const errors: FieldError[] = [];
  if (isIP(endUserIpAddress) === 0) {
    const message = 'Send an IPv4 or IPv6 address.';
    errors.push({ field: 'endUserIpAddress', message, constraint: { format: 'ip' } });
  }
  if (factor === 'SMS_OTP' && typeof challengeId !== 'string')
    errors.push({ field: 'challengeId', message: 'Send the challengeId from the start of this login with the code.' });
  const proof = readProof(body);
  if (!isProof(proof)) return [...errors, ...proof];
  const wantsCode = factor !== 'PASSKEY';
  if (wantsCode !== 'code' in proof) {
    const field = wantsCode ? 'code' : 'passkeyAssertion';
    errors.push({ field, message: `${factor} requires ${field}. Send it.` });
  }
  return errors.length === 0 ? proof : errors;
}
