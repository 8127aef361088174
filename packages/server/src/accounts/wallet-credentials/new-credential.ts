import { createHash } from 'node:crypto';
import type { AuthCredentialCreateRequestOneOf, PasskeyCredentialCreateRequest } from '@payments-platform/types';
import type { Activity } from '../../engines/wallet-crypto/payload-to-sign.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, refuseFields } from '../../operation/operation.ts';
import { findCustomerRow } from '../../people/customer-records/customer-records.ts';
import { contactIdentity, type NewCredential } from './add-credential.ts';
import { checkIdentityToken, type IssuerVerdict } from './check-identity-token.ts';
import { readNewPasskey } from './check-passkey.ts';

/** A requested credential and the activity that the wallet's owner signs for it. */
export interface WantedCredential {
  readonly credential: NewCredential;
  readonly activity: Activity;
}

type Wanted = WantedCredential | Refusal<'INVALID_INPUT' | 'UNAUTHORIZED' | 'SERVICE_UNAVAILABLE'>;

export interface Wish {
  readonly customerId: string;
  readonly userId: string;
  readonly verdict: IssuerVerdict | undefined;
  readonly isRepeated: boolean;
}

/** Checks the request itself, regardless of the credentials that the wallet has. */
export async function readWanted(
  context: WorkContext,
  body: AuthCredentialCreateRequestOneOf,
  wish: Wish,
): Promise<Wanted> {
  if (body.type === 'PASSKEY') return wantedPasskey(body, wish);
  if (body.type === 'OAUTH') return wantedIdentity(context, body.oidcToken, wish);
  return wantedContact(context, body.type, wish);
}

async function wantedContact(
  { unit, tenant }: WorkContext,
  type: 'EMAIL_OTP' | 'SMS_OTP',
  { customerId, userId }: Wish,
): Promise<Wanted> {
  const customer = await findCustomerRow(unit, tenant, customerId);
  const contact = type === 'EMAIL_OTP' ? customer?.email : customer?.phone_number;
  if (contact === null || contact === undefined) {
    const name = type === 'EMAIL_OTP' ? 'email' : 'phoneNumber';
    const message = `The customer has no ${name} to send codes to. Set it with PATCH /customers/{customerId} first.`;
    return refuseFields([{ field: 'type', message }]);
  }
  const credential = { type, nickname: contact, identity: contactIdentity(contact) };
  return { credential, activity: contactActivity(type, contact, userId) };
}

/** What the owner of a wallet signs so that codes go to this address or number; an empty one ends the codes. */
export function contactActivity(type: 'EMAIL_OTP' | 'SMS_OTP', contact: string, userId: string): Activity {
  return type === 'EMAIL_OTP'
    ? { type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL', parameters: { userEmail: contact, userId } }
    : { type: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER', parameters: { userId, userPhoneNumber: contact } };
}

function wantedIdentity(
  context: WorkContext,
  oidcToken: string,
  { userId, verdict = 'NOT_SIGNED', isRepeated }: Wish,
): Wanted {
  const token = checkIdentityToken(context, oidcToken, { verdict, isRepeated });
  if (isRefusal(token)) return token;
  const parameters = { oauthProviders: [{ oidcToken, providerName: token.issuer }], userId };
  return {
    credential: { type: 'OAUTH', nickname: token.nickname, identity: token.identity },
    activity: { type: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS', parameters },
  };
}

const nameOfPasskey = /^[\p{L}\p{M}\p{Nd} ._\-'()]{1,100}$/u;

async function wantedPasskey(
  { nickname: given, challenge, attestation }: PasskeyCredentialCreateRequest,
  { userId }: Wish,
): Promise<Wanted> {
  const nickname = given.trim();
  if (!nameOfPasskey.test(nickname)) return refuseFields([wrongName]);
  const passkey = await readNewPasskey({ challenge, attestation });
  if (isRefusal(passkey)) return passkey;
  const { credentialId, clientDataJson, attestationObject, transports = [] } = attestation;
  const authenticator = {
    attestation: { attestationObject, clientDataJson, credentialId },
    authenticatorName: nickname,
    challenge,
    transports,
  };
  const registrationDigest = createHash('sha256').update(challenge).digest('base64url');
  return {
    credential: {
      type: 'PASSKEY',
      nickname,
      identity: credentialId,
      passkey: { ...passkey, registrationDigest },
    },
    activity: {
      type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
      parameters: { authenticators: [authenticator], userId },
    },
  };
}

const wrongName: FieldError = {
  field: 'nickname',
  message: "must be 1 to 100 letters, digits, spaces and . _ - ' ( ), not counting spaces around them",
};
