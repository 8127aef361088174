import type { Manifest } from '../../operation/manifest.ts';
import { confirmCustomerEmailVerification } from './confirm-customer-email-verification.ts';
import { confirmCustomerPhoneVerification } from './confirm-customer-phone-verification.ts';
import { sendCustomerEmailVerification } from './send-customer-email-verification.ts';
import { sendCustomerPhoneVerification } from './send-customer-phone-verification.ts';

export const manifest = {
  operations: {
    confirmCustomerEmailVerification,
    confirmCustomerPhoneVerification,
    sendCustomerEmailVerification,
    sendCustomerPhoneVerification,
  },
} satisfies Manifest;
