import { mustMove } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { renameSessions, saveEndOfCredential } from './sessions-repository.ts';

/** Ends every session that was opened with a credential. */
export function endSessionsOf({ unit, tenant, now }: WorkContext, credentialId: string): void {
  const { to } = mustMove('auth-session', 'ACTIVE', 'DELETE_CREDENTIAL');
  saveEndOfCredential(unit, { tenant, credentialId, from: 'ACTIVE', to, now });
}

/** Copies the current name of a credential to its sessions. */
export function renameSessionsOf({ unit, tenant }: WorkContext, credentialId: string, nickname: string): void {
  renameSessions(unit, { tenant, credentialId, nickname });
}
