import { factorResetPage } from '../access/sca/factor-reset-page.ts';
import { livenessPage } from '../accounts/ownership/liveness-page.ts';
import type { HostedPurposes } from '../engines/hosted-pages/hosted-page.ts';
import { kycPage } from '../people/verifications/kyc-page.ts';

/** What each kind of hosted page says and does. A room that opens pages has its purpose here. */
export const hostedPurposes: HostedPurposes = {
  KYC: kycPage,
  FACTOR_RESET: factorResetPage,
  WALLET_OWNERSHIP: livenessPage,
};
