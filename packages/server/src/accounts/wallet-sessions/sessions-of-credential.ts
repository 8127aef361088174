import { mustMove } from '../../engines/states/transition.ts';
import { table } from '../../ground/database/table.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { saveEndOfCredential } from './sessions-repository.ts';

/** Ends every session that was opened with a credential. */
export function endSessionsOf({ unit, tenant, now }: WorkContext, credentialId: string): void {
  const { to } = mustMove('auth-session', 'ACTIVE', 'DELETE_CREDENTIAL');
  saveEndOfCredential(unit, { tenant, credentialId, from: 'ACTIVE', to, now });
}

const rename = table('wallet_sessions').update(['nickname'], 'credential_id');

/** Copies the current name of a credential to its sessions. */
export function renameSessionsOf({ unit, tenant }: WorkContext, credentialId: string, nickname: string): void {
  unit.write(rename, { tenant, credential_id: credentialId, nickname });
}
