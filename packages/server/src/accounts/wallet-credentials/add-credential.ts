import type { AuthMethodType } from '@payments-platform/types';
import { UniqueViolation } from '../../ground/database/database.ts';
import { type JsonText, writeJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { insertCredential } from './credentials-repository.ts';
import type { CredentialRow, StoredPasskey } from './tables.ts';

/** The checked data of a new credential. */
export interface NewCredential {
  readonly type: AuthMethodType;
  readonly nickname: string;
  /** The canonical form of the address, number, passkey or person. */
  readonly identity: string;
  readonly passkey?: StoredPasskey & { readonly signCount: number; readonly registrationDigest: string };
}

export interface Owner {
  readonly accountId: string;
  readonly customerId: string;
}

/** Addresses that differ only in case are the same. */
export function contactIdentity(contact: string): string {
  return contact.toLowerCase();
}

export function refuseTakenContact(
  type: 'EMAIL_OTP' | 'SMS_OTP',
): Refusal<'EMAIL_OTP_EMAIL_ALREADY_EXISTS' | 'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS'> {
  return type === 'EMAIL_OTP'
    ? refuse(
        'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
        'Another wallet already uses this email address to sign in. Use another one.',
      )
    : refuse(
        'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS',
        'Another wallet already uses this phone number to sign in. Use another one.',
      );
}

/** Inserts the credential, unless another request has just taken its address or its registration. */
export async function addCredential(
  { unit, tenant, now, deps }: WorkContext,
  { accountId, customerId }: Owner,
  { type, nickname, identity, passkey }: NewCredential,
): Promise<CredentialRow | ReturnType<typeof refuseTakenContact> | Refusal<'INVALID_INPUT'>> {
  const row: CredentialRow = {
    tenant,
    id: deps.ids.next('AuthMethod'),
    account_id: accountId,
    customer_id: customerId,
    type,
    nickname,
    identity,
    passkey: passkey === undefined ? null : storedPasskey(passkey),
    sign_count: passkey?.signCount ?? null,
    registration_digest: passkey?.registrationDigest ?? null,
    codes_sent: 0,
    codes_since: now,
    code_sent_at: null,
    failures: 0,
    failures_since: now,
    created_at: now,
    updated_at: now,
  };
  try {
    await insertCredential(unit, row);
    return row;
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    if (type === 'EMAIL_OTP' || type === 'SMS_OTP') return refuseTakenContact(type);
    return refuseFields([
      { field: 'challenge', message: 'This challenge was already used. Create a new one for each passkey.' },
    ]);
  }
}

function storedPasskey({
  credentialId,
  publicKey,
  relyingPartyId,
  origin,
  transports,
}: StoredPasskey): JsonText<StoredPasskey> {
  return writeJson<StoredPasskey>({ credentialId, publicKey, relyingPartyId, origin, transports });
}
