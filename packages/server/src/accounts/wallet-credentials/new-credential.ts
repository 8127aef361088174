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
interface RequestedCredential {
  readonly credential: NewCredential;
  readonly activity: Activity;
}

type CredentialOutcome = RequestedCredential | Refusal<'INVALID_INPUT' | 'UNAUTHORIZED' | 'SERVICE_UNAVAILABLE'>;

export interface CredentialRequest {
  readonly customerId: string;
  readonly userId: string;
  readonly verdict: IssuerVerdict | undefined;
  readonly isRepeated: boolean;
}

/** Checks the request itself, regardless of the credentials that the wallet has. */
export async function readRequestedCredential(
  context: WorkContext,
  body: AuthCredentialCreateRequestOneOf,
  request: CredentialRequest,
): Promise<CredentialOutcome> {
  if (body.type === 'PASSKEY') return readPasskeyCredential(body, request);
  if (body.type === 'OAUTH') return readOidcCredential(context, body.oidcToken, request);
  return readContactCredential(context, body.type, request);
}

async function readContactCredential(
  { unit, tenant }: WorkContext,
  type: 'EMAIL_OTP' | 'SMS_OTP',
  { customerId, userId }: CredentialRequest,
): Promise<CredentialOutcome> {
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

function readOidcCredential(
  context: WorkContext,
  oidcToken: string,
  { userId, verdict = 'NOT_SIGNED', isRepeated }: CredentialRequest,
): CredentialOutcome {
  const token = checkIdentityToken(context, oidcToken, { verdict, isRepeated });
  if (isRefusal(token)) return token;
  const parameters = { oauthProviders: [{ oidcToken, providerName: token.issuer }], userId };
  return {
    credential: { type: 'OAUTH', nickname: token.nickname, identity: token.identity },
    activity: { type: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS', parameters },
  };
}

const nameOfPasskey = /^[\p{L}\p{M}\p{Nd} ._\-'()]{1,100}$/u;

async function readPasskeyCredential(
  { nickname: given, challenge, attestation }: PasskeyCredentialCreateRequest,
  { userId }: CredentialRequest,
): Promise<CredentialOutcome> {
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
