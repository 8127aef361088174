import { mustMove } from '../../engines/states/transition.ts';
import { plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { HostedPurpose } from '../../operation/hosted-purpose.ts';
import { stageOf } from './factor-reset.ts';
import { findResetRow, saveReset } from './factor-resets-repository.ts';

/** How long the simulated check takes after the customer has taken part in it. */
const reviewMs = 2 * secondMs;

/** The liveness check of a customer who can no longer use a factor. */
export const factorResetPage: HostedPurpose = {
  heading: 'Show that it is you',
  explanation: 'A short check of your face takes the place of the factor that you can no longer use.',
  choices: [
    { outcome: 'APPROVE', label: 'Pass the check' },
    { outcome: 'DECLINE', label: 'Fail the check' },
  ],
  suggest: async () => 'APPROVE',
  settle: async ({ unit, tenant, now }, { subject_id: resetId }, outcome) => {
    const row = await findResetRow(unit, tenant, resetId);
    if (row === undefined || stageOf(row, now) !== 'INITIATED') return 'MOOT';
    const { to: status } = mustMove('factor-reset', row.status, 'SUBMIT');
    const review = { review_ends_at: plusMs(now, reviewMs), review_passes: outcome === 'APPROVE' ? 1 : 0 };
    return (await saveReset(unit, { ...row, ...review, status }, row.status)) ? 'SETTLED' : 'MOOT';
  },
};
