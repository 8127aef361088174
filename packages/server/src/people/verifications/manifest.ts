import type { Manifest } from '../../operation/manifest.ts';
import { createCustomerKycLink } from './create-customer-kyc-link.ts';
import { createVerification } from './create-verification.ts';
import { getVerification } from './get-verification.ts';
import { kycPage } from './kyc-page.ts';
import { listVerifications } from './list-verifications.ts';
import { reviewAfterChange } from './review-after-change.ts';

export const manifest = {
  operations: {
    createCustomerKycLink,
    createVerification,
    getVerification,
    listVerifications,
  },
  hostedPages: { KYC: kycPage },
  lifeCycle: { onCustomerChanged: reviewAfterChange },
} satisfies Manifest;
