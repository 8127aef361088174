import type { AuthMethodType } from '@payments-platform/types';
import { UniqueViolation } from '../../ground/database/database.ts';
import { type JsonText, writeJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { insertCredential } from './credentials-repository.ts';
import type { CredentialRow, StoredPasskey } from './tables.ts';

/** What a credential rests on, checked. */
export interface NewCredential {
  readonly type: AuthMethodType;
  readonly nickname: string;
  /** The same text for the same address, number, passkey or person. */
  readonly identity: string;
  readonly passkey?: StoredPasskey & { readonly signCount: number; readonly registrationDigest: string };
}

export interface Owner {
  readonly accountId: string;
  readonly customerId: string;
}

/** Addresses differ only by how they are written when their letters do. */
export function contactIdentity(contact: string): string {
  return contact.toLowerCase();
}

export function refuseTakenContact(
  type: 'EMAIL_OTP' | 'SMS_OTP',
): Refusal<'EMAIL_OTP_EMAIL_ALREADY_EXISTS' | 'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS'> {
  return type === 'EMAIL_OTP'
    ? refuse(
        'EMAIL_OTP_EMAIL_ALREADY_EXISTS',
        'Another wallet is signed in to with this email address. Use another one.',
      )
    : refuse(
        'SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS',
        'Another wallet is signed in to with this phone number. Use another one.',
      );
}

/** Writes the credential, if nobody was faster with its address or its registration. */
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
    return refuseFields([{ field: 'challenge', message: 'Make a new one for each passkey: this was used already.' }]);
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
