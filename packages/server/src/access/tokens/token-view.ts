import type { ApiToken } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { TokenRow } from './tables.ts';

/** Row to wire; the secret is not on the row. */
export function viewToken(row: TokenRow): ApiToken {
  return {
    id: storedId('Token', row.id),
    name: row.name,
    permissions: readJson(row.permissions),
    clientId: row.client_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
