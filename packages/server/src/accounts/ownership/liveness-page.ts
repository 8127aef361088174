import type { HostedPurpose } from '../../operation/hosted-purpose.ts';
import { lockExternalAccount } from '../external/find-external-account.ts';
import { findChallenge, findChallengeById } from './challenges-repository.ts';
import { settleChallenge } from './settle-challenge.ts';

/** The liveness check of a wallet's owner. Only the page of the challenge that is still open counts. */
export const livenessPage: HostedPurpose = {
  heading: 'Show that the wallet is yours',
  explanation: 'A short check of your face shows that you are the person whom the wallet is registered for.',
  choices: [
    { outcome: 'APPROVE', label: 'Pass the check' },
    { outcome: 'DECLINE', label: 'Fail the check' },
  ],
  suggest: async () => 'APPROVE',
  settle: async (context, { subject_id: challengeId }, outcome) => {
    const { unit, tenant, now } = context;
    const found = await findChallengeById(unit, tenant, challengeId);
    const account = found && (await lockExternalAccount(unit, tenant, found.external_account_id));
    // The account is taken only now, and a new challenge may have come in between.
    const challenge = account && (await findChallenge(unit, tenant, account.id));
    if (account === undefined || challenge?.id !== challengeId) return 'MOOT';
    if (challenge.status !== 'OPEN' || challenge.expires_at <= now) return 'MOOT';
    await settleChallenge(context, account, challenge, outcome === 'APPROVE' ? 'PROVE' : 'DISPROVE');
    return 'SETTLED';
  },
};
