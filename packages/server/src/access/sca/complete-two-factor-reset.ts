import type { MobileNumber } from '@payments-platform/types';
import { mustMove } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Handler, isRefusal, type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { changeProvenPhone } from '../../people/customers/change-proven-phone.ts';
import { findApp, removeApp } from './authenticator-apps.ts';
import { findReset, isOver, stageOf } from './factor-reset.ts';
import { type FactorResetRow, saveReset } from './factor-resets-repository.ts';
import { findScaCustomer } from './find-sca-customer.ts';
import { readLockoutForUpdate } from './lockout.ts';
import { findPasskey, removeLostPasskey } from './passkeys-repository.ts';
import { removeRecoveryCodes } from './recovery-codes.ts';

/** ITU-T E.164: a number has at most fifteen digits, including its country code. */
const mostDigits = 15;

export const completeTwoFactorReset: Handler<'completeTwoFactorReset'> = async (call) => {
  const { input, unit, now } = call;
  const mobile = input.body?.mobile;
  const phone = mobile && `${mobile.countryCode}${mobile.number}`;
  if (phone !== undefined && phone.length > mostDigits + 1) return refuseLength(mobile);
  const customer = await findScaCustomer(call, input.query.customerId);
  if (isRefusal(customer)) return customer;
  // An enrollment of the factor has ended before this one reads it, or begins after this one.
  await readLockoutForUpdate(call, customer.id);
  const reset = await findReset(call, customer.id, input.path.resetId);
  if (isRefusal(reset)) return reset;
  const stage = stageOf(reset, now);
  if (isOver(stage)) return over(stage);
  if (stage !== 'LIVENESS_PASSED')
    return refuseFields([
      { field: 'resetId', message: `The reset is ${stage}. Wait until the customer passes the liveness check.` },
    ]);
  if (reset.factor === 'SMS_OTP' && phone === undefined)
    return refuseFields([{ field: 'mobile', message: 'Send the new phone number. Codes are sent to it from now on.' }]);
  if (await isEnrolledSince(call, reset)) return enrolledSince;

  const { to: status } = mustMove('factor-reset', stage, 'COMPLETE');
  const enrollment_status = reset.factor === 'SMS_OTP' ? null : mustMove('sca-enrollment', null, 'RESET').to;
  const completed = { ...reset, status, enrollment_status, completed_at: now };
  if (!(await saveReset(unit, completed, reset.status))) return over(status);
  return (await takeFactorAway(call, reset, phone)) ?? { status: 204, body: undefined };
};

function refuseLength(mobile: MobileNumber | undefined): Refusal<'INVALID_INPUT'> {
  const left = mostDigits + 1 - (mobile?.countryCode.length ?? 0);
  const message = `The number has more than ${mostDigits} digits, including its country code.`;
  return refuseFields([{ field: 'mobile.number', message, constraint: { maxLength: left } }]);
}

function over(stage: string): Refusal<'CONFLICT'> {
  return refuse(
    'CONFLICT',
    `The factor reset is ${stage} and cannot change. Start a new one if the customer still needs it.`,
    { status: stage },
  );
}

/** Another reset was completed first. A factor that was enrolled after it stays. */
async function isEnrolledSince({ unit, tenant }: WorkContext, reset: FactorResetRow): Promise<boolean> {
  if (reset.factor === 'SMS_OTP') return false;
  const find = reset.factor === 'TOTP' ? findApp : findPasskey;
  const enrolled = await find(unit, tenant, reset.customer_id);
  return enrolled !== undefined && enrolled.enrolled_at > reset.created_at;
}

const enrolledSince = refuse(
  'CONFLICT',
  'The customer has enrolled this factor since the reset was started. Start another reset to remove it.',
);

/** The liveness check has proved the customer's identity, so the new phone number needs no further proof. */
async function takeFactorAway(
  context: WorkContext,
  { customer_id: customerId, factor, created_at: startedAt }: FactorResetRow,
  phone: string | undefined,
): Promise<Refusal<'CONFLICT'> | undefined> {
  const { unit, tenant } = context;
  switch (factor) {
    case 'SMS_OTP':
      return phone === undefined ? undefined : changeProvenPhone(context, customerId, { phone, startedAt });
    case 'TOTP':
      removeApp(unit, tenant, customerId);
      removeRecoveryCodes(unit, tenant, customerId);
      return undefined;
    case 'PASSKEY':
      removeLostPasskey(unit, tenant, customerId);
      return undefined;
  }
}
