import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, recorded, refuse } from '../../operation/operation.ts';
import { countFailure } from './attempt-limits.ts';
import { saveAttempts } from './credentials-repository.ts';
import type { CredentialRow } from './tables.ts';

/** Counts a wrong proof and refuses it. The reason names the check. */
export function refuseProof(
  { unit, now }: WorkContext,
  credential: CredentialRow,
  reason: string,
): Refusal<'UNAUTHORIZED'> {
  saveAttempts(unit, countFailure(credential, now));
  return recorded(refuse('UNAUTHORIZED', reason));
}
