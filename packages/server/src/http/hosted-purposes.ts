import type { HostedPurposes } from '../hosted-pages/hosted-page.ts';
import { livenessPage } from '../ownership/liveness-page.ts';
import { factorResetPage } from '../sca/factor-reset-page.ts';
import { kycPage } from '../verifications/kyc-page.ts';

/** What each kind of hosted page says and does. A room that opens pages has its purpose here. */
export const hostedPurposes: HostedPurposes = {
  KYC: kycPage,
  FACTOR_RESET: factorResetPage,
  WALLET_OWNERSHIP: livenessPage,
};
