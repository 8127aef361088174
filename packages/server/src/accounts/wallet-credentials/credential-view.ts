import type { AuthMethod } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { CredentialRow } from './tables.ts';

/** Row to wire. */
export function viewCredential(row: CredentialRow) {
  return {
    id: storedId('AuthMethod', row.id),
    accountId: storedId('InternalAccount', row.account_id),
    type: row.type,
    ...(row.passkey === null ? {} : { credentialId: readJson(row.passkey).credentialId }),
    nickname: row.nickname,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  } satisfies AuthMethod;
}
