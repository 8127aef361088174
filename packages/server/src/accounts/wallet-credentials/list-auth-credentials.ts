import type { Handler } from '../../operation/operation.ts';
import { viewCredential } from './credential-view.ts';
import { listCredentials } from './credentials-repository.ts';

export const listAuthCredentials: Handler<'listAuthCredentials'> = async ({ input, unit, tenant }) => {
  const rows = await listCredentials(unit, { tenant, accountId: input.query.accountId });
  return {
    status: 200,
    body: { data: rows.map(viewCredential), hasMore: false, nextCursor: null, totalCount: rows.length },
  };
};
