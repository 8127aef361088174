import { readJson } from '../../ground/json/json-text.ts';
import type { SignedInWith } from '../wallet-sessions/open-session.ts';
import type { CredentialRow } from './tables.ts';

export function signedInWith(credential: CredentialRow): SignedInWith {
  return {
    accountId: credential.account_id,
    credentialId: credential.id,
    type: credential.type,
    nickname: credential.nickname,
    passkeyId: credential.passkey === null ? null : readJson(credential.passkey).credentialId,
  };
}
