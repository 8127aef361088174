import { type Handler, refuseFields } from '../../operation/operation.ts';
import { viewDelegatedKey } from './delegated-key-view.ts';
import { listKeysOfAccount, listKeysOfSource } from './delegated-keys-repository.ts';

export const listDelegatedKeys: Handler<'listDelegatedKeys'> = async ({ input, unit, tenant }) => {
  const { accountId, fundingSourceId } = input.query;
  if (accountId === undefined && fundingSourceId === undefined)
    return refuseFields([{ field: 'accountId', message: 'Send accountId, fundingSourceId or both.' }]);
  const rows =
    fundingSourceId === undefined
      ? await listKeysOfAccount(unit, tenant, accountId ?? '')
      : await listKeysOfSource(unit, tenant, fundingSourceId);
  const wanted = rows.filter((row) => accountId === undefined || row.account_id === accountId);
  const data = wanted.map(viewDelegatedKey);
  return { status: 200, body: { data, hasMore: false, nextCursor: null, totalCount: data.length } };
};
