import type { Manifest } from '../../operation/manifest.ts';
import { completeScaLogin } from './complete-sca-login.ts';
import { completeTwoFactorReset } from './complete-two-factor-reset.ts';
import { confirmScaFactorEnrollment } from './confirm-sca-factor-enrollment.ts';
import { deleteScaFactor } from './delete-sca-factor.ts';
import { factorResetPage } from './factor-reset-page.ts';
import { getTwoFactorResetStatus } from './get-two-factor-reset-status.ts';
import { listScaFactors } from './list-sca-factors.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { startScaFactorEnrollment } from './start-sca-factor-enrollment.ts';
import { startScaLogin } from './start-sca-login.ts';
import { startTwoFactorReset } from './start-two-factor-reset.ts';

export const manifest = {
  operations: {
    completeScaLogin,
    completeTwoFactorReset,
    confirmScaFactorEnrollment,
    deleteScaFactor,
    getTwoFactorResetStatus,
    listScaFactors,
    recordSecurityEvent,
    startScaFactorEnrollment,
    startScaLogin,
    startTwoFactorReset,
  },
  hostedPages: { FACTOR_RESET: factorResetPage },
} satisfies Manifest;
