import type { Handler } from '../../operation/operation.ts';
import { viewSession } from './session-view.ts';
import { listActiveSessions } from './sessions-repository.ts';

export const listAuthSessions: Handler<'listAuthSessions'> = async ({ input, unit, tenant, now }) => {
  const sessions = await listActiveSessions(unit, { tenant, accountId: input.query.accountId, now });
  const data = sessions.map((session) => viewSession(session));
  return { status: 200, body: { data, hasMore: false, nextCursor: null, totalCount: data.length } };
};
