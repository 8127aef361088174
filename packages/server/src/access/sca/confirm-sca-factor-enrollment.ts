import { Buffer } from 'node:buffer';
import type { PasskeyEnrollmentConfirmRequest, TotpEnrollmentConfirmRequest } from '@payments-platform/types';
import { checkAttestation } from '../../engines/webauthn/webauthn.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import {
  type Handler,
  isRefusal,
  type Outcome,
  type Refusal,
  refuse,
  refuseFields,
} from '../../operation/operation.ts';
import { provenStep, saveApp } from './authenticator-apps.ts';
import { findEnrollment, finishEnrollment } from './enrollments.ts';
import { markReenrolled } from './factor-resets-repository.ts';
import { readScaSettings, type ScaSettings } from './factors.ts';
import { findScaCustomer } from './find-sca-customer.ts';
import { viewPasskey } from './list-sca-factors.ts';
import { readLockoutForUpdate } from './lockout.ts';
import { findPasskey, insertUnlessKnown, type PasskeyRow } from './passkeys-repository.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { alreadyEnrolled } from './start-sca-factor-enrollment.ts';

type Confirmed = Outcome<'confirmScaFactorEnrollment'>;

export const confirmScaFactorEnrollment: Handler<'confirmScaFactorEnrollment'> = async (call) => {
  const { input } = call;
  const customer = await findScaCustomer(call, input.query.customerId);
  if (isRefusal(customer)) return customer;
  // Neither a reset of the factor nor another start of the enrollment comes between the reads and the end of this unit.
  await readLockoutForUpdate(call, customer.id);
  return input.body.type === 'TOTP'
    ? confirmApp(call, customer.id, input.body)
    : confirmPasskey(call, customer.id, await readScaSettings(call), input.body);
};

function notStarted(what: string): Refusal<'CONFLICT'> {
  return refuse('CONFLICT', `No enrollment of ${what} is open for this customer, or it has expired. Start a new one.`);
}

async function confirmApp(
  context: WorkContext,
  customerId: string,
  { secret: given, code }: TotpEnrollmentConfirmRequest,
): Promise<Confirmed> {
  const { unit, tenant, now, deps } = context;
  const enrollment = await findEnrollment(context, customerId, 'TOTP');
  if (enrollment?.sealed_secret == null) return notStarted('an authenticator app');
  const secret = deps.sealer.unseal(enrollment.sealed_secret);
  if (given.toLowerCase() !== secret)
    return refuseFields([
      { field: 'secret', message: 'Send the secret from the latest start of the enrollment, unchanged.' },
    ]);
  const step = provenStep({ secret: Buffer.from(secret, 'hex'), code, rules: deps.rules, now, usedStep: 0 });
  if (step === undefined) return refuseFields([{ field: 'code', message: 'It is wrong or has expired.' }]);
  if (!(await finishEnrollment(context, enrollment))) return notStarted('an authenticator app');
  const sealed_secret = deps.sealer.seal(secret);
  markReenrolled(unit, tenant, customerId, 'TOTP');
  saveApp(unit, { tenant, customer_id: customerId, sealed_secret, last_step: step, enrolled_at: now });
  return { status: 200, body: { type: 'TOTP', recoveryCodes: issueRecoveryCodes(context, customerId) } };
}

async function confirmPasskey(
  context: WorkContext,
  customerId: string,
  { passkeys }: ScaSettings,
  { origin, credential }: PasskeyEnrollmentConfirmRequest,
): Promise<Confirmed> {
  const { unit, tenant, now } = context;
  const enrollment = await findEnrollment(context, customerId, 'PASSKEY');
  if (enrollment?.passkey_challenge == null || enrollment.relying_party_id === null) return notStarted('a passkey');
  if ((await findPasskey(unit, tenant, customerId)) !== undefined) return alreadyEnrolled();
  if (passkeys?.allowedOrigins.includes(origin) !== true)
    return refuseFields([{ field: 'origin', message: 'It is not one of the allowed origins.' }]);
  const { passkey_challenge: challenge, relying_party_id: relyingPartyId } = enrollment;
  const made = await checkAttestation(credential, { challenge, origin, relyingPartyId, demandsVerifiedUser: true });
  if (made === undefined) return refuseCredential('It is not valid for this enrollment.');
  if (!(await finishEnrollment(context, enrollment))) return notStarted('a passkey');
  const passkey: PasskeyRow = {
    tenant,
    customer_id: customerId,
    credential_id: made.credentialId,
    public_key: made.publicKey,
    sign_count: made.signCount,
    transports: writeJson(made.transports),
    relying_party_id: relyingPartyId,
    name: 'Passkey',
    enrolled_at: now,
  };
  if ((await insertUnlessKnown(unit, passkey)) === 'KNOWN') return refuseCredential('It is already enrolled.');
  markReenrolled(unit, tenant, customerId, 'PASSKEY');
  return { status: 200, body: { type: 'PASSKEY', factor: viewPasskey(passkey) } };
}

function refuseCredential(message: string): Refusal<'INVALID_INPUT'> {
  return refuseFields([{ field: 'credential', message }]);
}
