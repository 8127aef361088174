import type { ScaLoginStart } from '@payments-platform/types';
import { uuidOf } from '../../ground/ids/ids.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { type Handler, isRefusal, type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { createChallenge, replaceOpenChallenge } from './challenge.ts';
import { namesOf, readAuthentication, type ScaSettings } from './factors.ts';
import { findScaCustomer } from './find-sca-customer.ts';
import { readLockoutForUpdate } from './lockout.ts';
import { loginSubject } from './login.ts';
import type { ChallengeRow } from './tables.ts';
import { refuseManyTexts } from './text-limit.ts';

export const startScaLogin: Handler<'startScaLogin'> = async (call) => {
  const { input } = call;
  const { factor } = input.body;
  const customer = await findScaCustomer(call, input.query.customerId);
  if (isRefusal(customer)) return customer;
  // Concurrent starts of one customer run one after another, so that the last one counts.
  await readLockoutForUpdate(call, customer.id);
  const { factors, settings } = await readAuthentication(call, customer.id);
  if (!namesOf(factors).includes(factor)) return refuseUnusable(factor);
  const refused = factor === 'SMS_OTP' ? await refuseManyTexts(call, customer.id) : undefined;
  if (refused !== undefined) return refused;
  const subject = loginSubject(customer.id, factor);
  await replaceOpenChallenge(call, subject.kind, subject.id);
  const challenge = createChallenge(call, { subject, factor, factors, counting: [factor], settings });
  return { status: 200, body: viewLogin(challenge, settings) };
};

/** The error for a factor other than a phone that the customer does not have. */
export const notEnrolled = refuseFields([
  {
    field: 'factor',
    message: 'The customer has not enrolled this factor. List the enrolled ones with GET /sca/factors.',
  },
]);

/** The error for a factor that the customer does not have. Text messages require only a verified phone. */
function refuseUnusable(factor: string): Refusal<'CONFLICT' | 'INVALID_INPUT'> {
  return factor === 'SMS_OTP'
    ? refuse('CONFLICT', 'The customer has no verified phone to send a code to. Verify the phone first.')
    : notEnrolled;
}

function viewLogin(
  { id, factor, expires_at, passkey_options }: ChallengeRow,
  { passkeys }: ScaSettings,
): ScaLoginStart {
  // Only the UUID is shown, because no operation reads a challenge by its id.
  if (factor === 'SMS_OTP') return { factor, challengeId: uuidOf(id), expiresAt: expires_at };
  if (passkey_options === null || passkeys === undefined) return { factor };
  const { rpId, ...options } = readJson(passkey_options);
  return {
    factor,
    passkeyOptions: { ...options, rpId },
    allowedOrigins: [...passkeys.allowedOrigins],
    relyingPartyId: rpId,
  };
}
