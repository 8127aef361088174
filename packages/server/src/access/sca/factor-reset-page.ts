import { mustMove } from '../../engines/states/transition.ts';
import { plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { HostedPurpose } from '../../operation/hosted-purpose.ts';
import { stageOf } from './factor-reset.ts';
import { findResetRow, saveReset } from './factor-resets-repository.ts';

/** How long the simulated check takes after the customer has submitted it. */
const reviewMs = 2 * secondMs;

/** The page of the liveness check for a customer who can no longer use a factor. */
export const factorResetPage: HostedPurpose = {
  heading: 'Confirm your identity',
  explanation: 'A short check of your face replaces the factor that you can no longer use.',
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
