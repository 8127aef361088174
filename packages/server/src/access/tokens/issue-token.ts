import { writeJson } from '../../ground/json/json-text.ts';
import { hashSecret } from '../../ground/sealing/hash-secret.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { Permission } from '../../operation/operation.ts';
import { newClientId, newSecret } from './secret.ts';
import type { TokenRow } from './tables.ts';
import { insertToken } from './tokens-repository.ts';

export interface NewToken {
  readonly name: string;
  readonly permissions: readonly Permission[];
}

export interface IssuedToken {
  readonly token: TokenRow;
  /** Exists only here and in the response. */
  readonly clientSecret: string;
}

/** Creates credentials for the platform of the context. */
export function issueToken({ unit, tenant, now, deps }: WorkContext, { name, permissions }: NewToken): IssuedToken {
  const clientSecret = newSecret(deps.random);
  const token: TokenRow = {
    tenant,
    id: deps.ids.next('Token'),
    name,
    permissions: writeJson(permissions),
    client_id: newClientId(deps.random),
    secret_hash: hashSecret(clientSecret),
    created_at: now,
    updated_at: now,
  };
  insertToken(unit, token);
  return { token, clientSecret };
}
