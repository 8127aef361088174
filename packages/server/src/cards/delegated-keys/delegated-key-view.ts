import type { DelegatedKey } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import type { DelegatedKeyRow } from './tables.ts';

/** Row to wire. */
export function viewDelegatedKey(row: DelegatedKeyRow): DelegatedKey {
  return {
    id: storedId('DelegatedKey', row.id),
    cardId: storedId('Card', row.card_id),
    fundingSourceId: storedId('CardFundingSource', row.funding_source_id),
    accountId: storedId('InternalAccount', row.account_id),
    publicKey: row.public_key,
    nickname: row.nickname,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  } satisfies DelegatedKey;
}
