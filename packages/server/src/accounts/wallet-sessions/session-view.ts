import type { AuthSession } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import type { SessionRow } from './tables.ts';

/** Row to wire. The encrypted signing key is not on the row: it is returned once, when the session opens. */
export function viewSession(row: SessionRow, encryptedSessionSigningKey?: string): AuthSession {
  return {
    id: storedId('Session', row.id),
    accountId: storedId('InternalAccount', row.account_id),
    type: row.type,
    ...(row.passkey_id === null ? {} : { credentialId: row.passkey_id }),
    nickname: row.nickname,
    ...(encryptedSessionSigningKey === undefined ? {} : { encryptedSessionSigningKey }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
  };
}
