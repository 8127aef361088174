import type { HostedPurpose } from '../../operation/hosted-purpose.ts';
import { lockExternalAccount } from '../external/find-external-account.ts';
import { findChallenge, findChallengeById } from './challenges-repository.ts';
import { settleChallenge } from './settle-challenge.ts';

/** The page of the liveness check of a wallet's owner. Only the page of the open challenge counts. */
export const livenessPage: HostedPurpose = {
  heading: 'Confirm that the wallet is yours',
  explanation: 'A short check of your face confirms that you are the person for whom the wallet is registered.',
  choices: [
    { outcome: 'APPROVE', label: 'Pass the check' },
    { outcome: 'DECLINE', label: 'Fail the check' },
  ],
  suggest: async () => 'APPROVE',
  settle: async (context, { subject_id: challengeId }, outcome) => {
    const { unit, tenant, now } = context;
    const found = await findChallengeById(unit, tenant, challengeId);
    const account = found && (await lockExternalAccount(unit, tenant, found.external_account_id));
    // The account is locked only now, so a new challenge may have replaced this one.
    const challenge = account && (await findChallenge(unit, tenant, account.id));
    if (account === undefined || challenge?.id !== challengeId) return 'MOOT';
    if (challenge.status !== 'OPEN' || challenge.expires_at <= now) return 'MOOT';
    await settleChallenge(context, account, challenge, outcome === 'APPROVE' ? 'PROVE' : 'DISPROVE');
    return 'SETTLED';
  },
};
