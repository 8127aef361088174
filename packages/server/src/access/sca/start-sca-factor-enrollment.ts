import { Buffer } from 'node:buffer';
import type { PasskeyEnrollmentStart, TotpEnrollmentStart } from '@payments-platform/types';
import { algorithms } from '../../engines/webauthn/webauthn.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Handler, isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { type Contact, findContact } from '../../people/customers/find-contact.ts';
import { enrollmentLifeMs, startEnrollment } from './enrollments.ts';
import { readScaSettings, type ScaSettings } from './factors.ts';
import { findScaCustomer } from './find-sca-customer.ts';
import { readLockoutForUpdate } from './lockout.ts';
import { findPasskey } from './passkeys-repository.ts';
import { base32Of, secretBytes, totpUri } from './totp.ts';

const challengeBytes = 32;

export const startScaFactorEnrollment: Handler<'startScaFactorEnrollment'> = async (call) => {
  const { unit, tenant, input } = call;
  const customer = await findScaCustomer(call, input.query.customerId);
  if (isRefusal(customer)) return customer;
  // A confirmation ends the enrollment that it has read, never one that has replaced it meanwhile.
  await readLockoutForUpdate(call, customer.id);
  const [settings, contact] = await Promise.all([readScaSettings(call), findContact(unit, tenant, customer.id)]);
  if (input.body.type === 'TOTP') return { status: 200, body: await startApp(call, customer.id, settings, contact) };
  if ((await findPasskey(unit, tenant, customer.id)) !== undefined) return alreadyEnrolled();
  const started = await startPasskey(call, customer.id, settings, contact);
  return isRefusal(started) ? started : { status: 200, body: started };
};

export function alreadyEnrolled(): Refusal<'PASSKEY_ALREADY_ENROLLED'> {
  return refuse(
    'PASSKEY_ALREADY_ENROLLED',
    'The customer already has a passkey. Delete it before you enroll another one.',
  );
}

async function startApp(
  context: WorkContext,
  customerId: string,
  { displayName }: ScaSettings,
  { platformCustomerId }: Contact,
): Promise<TotpEnrollmentStart> {
  const secret = Buffer.from(context.deps.random.bytes(secretBytes));
  const secretHex = secret.toString('hex');
  await startEnrollment(context, customerId, 'TOTP', { sealedSecret: context.deps.sealer.seal(secretHex) });
  return {
    type: 'TOTP',
    secret: secretHex,
    secretBase32Encoded: base32Of(secret),
    totpUri: totpUri(secret, displayName, platformCustomerId),
  };
}

async function startPasskey(
  context: WorkContext,
  customerId: string,
  { displayName, passkeys }: ScaSettings,
  contact: Contact,
): Promise<PasskeyEnrollmentStart | Refusal<'CONFLICT'>> {
  if (passkeys === undefined) {
    return refuse(
      'CONFLICT',
      'The platform has not configured where passkeys may be used. Set scaConfig with PATCH /config first.',
    );
  }
  const { relyingPartyId, allowedOrigins } = passkeys;
  const passkeyChallenge = Buffer.from(context.deps.random.bytes(challengeBytes)).toString('base64url');
  await startEnrollment(context, customerId, 'PASSKEY', { passkeyChallenge, relyingPartyId });
  return {
    type: 'PASSKEY',
    options: {
      rp: { id: relyingPartyId, name: displayName },
      // The id contains nothing about the person, because it may be read from the device.
      user: {
        id: Buffer.from(customerId).toString('base64url'),
        name: contact.platformCustomerId,
        displayName: contact.displayName,
      },
      challenge: passkeyChallenge,
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: enrollmentLifeMs.PASSKEY,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'required' },
    },
    allowedOrigins: [...allowedOrigins],
    relyingPartyId,
  };
}
