import type { Manifest } from '../../operation/manifest.ts';
import { listAuthSessions } from './list-auth-sessions.ts';
import { refreshAuthSession } from './refresh-auth-session.ts';
import { revokeAuthSession } from './revoke-auth-session.ts';
import { sessionSweep } from './sessions-repository.ts';

export const manifest = {
  operations: { listAuthSessions, refreshAuthSession, revokeAuthSession },
  dueWork: [sessionSweep],
} satisfies Manifest;
