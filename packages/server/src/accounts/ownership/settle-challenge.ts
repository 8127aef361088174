import { mustMove } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { moveExternalAccount } from '../external/move-external-account.ts';
import type { ExternalAccountRow } from '../external/tables.ts';
import { settleOpen } from './challenges-repository.ts';
import type { ChallengeRow } from './tables.ts';

/** The outcome of a challenge. `PROVE_LATE` is a proof after the expiry, which does not count. */
export type ChallengeOutcome = 'PROVE' | 'DISPROVE' | 'PROVE_LATE';

/** Settles the challenge and moves its account, which the caller has locked. */
export async function settleChallenge(
  context: WorkContext,
  account: ExternalAccountRow,
  challenge: ChallengeRow,
  outcome: ChallengeOutcome,
): Promise<ExternalAccountRow> {
  const from = outcome === 'PROVE_LATE' ? 'EXPIRED' : challenge.status;
  const { to } = mustMove('ownership-challenge', from, outcome);
  const settled = { ...challenge, status: to, settled_at: context.now };
  if (!(await settleOpen(context.unit, settled, challenge.status)))
    throw new Error(`the challenge of ${account.id} was settled although its account was locked`);
  return moveExternalAccount(context, account, outcome === 'PROVE' ? 'PROVE' : 'DISPROVE');
}
