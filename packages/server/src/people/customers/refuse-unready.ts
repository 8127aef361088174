import { type Refusal, refuse } from '../../operation/operation.ts';
import type { PlatformRow } from '../../platform/platforms/find-platform.ts';
import type { KnownCustomer } from './find-customer.ts';
import { missingConsent } from './requires-consent.ts';

export type UnreadyRefusal = Refusal<'END_USER_TERMS_NOT_ACCEPTED' | 'USER_NOT_READY'>;

/** Why a customer cannot take part in a payment: terms not accepted, or verification not passed. */
export function refuseUnready(
  platform: Pick<PlatformRow, 'is_regulated'>,
  customer: Pick<KnownCustomer, 'id' | 'hasConsent' | 'verificationStatus'>,
): UnreadyRefusal | undefined {
  const { id, verificationStatus } = customer;
  if (missingConsent(platform, customer)) {
    return refuse(
      'END_USER_TERMS_NOT_ACCEPTED',
      `Customer ${id} has not accepted the end user terms. Record the acceptance with PATCH /customers/${id} (endUserTermsConsent) and try again.`,
    );
  }
  if (verificationStatus === 'APPROVED') return undefined;
  return refuse(
    'USER_NOT_READY',
    verificationStatus === 'REJECTED'
      ? `Verification rejected customer ${id}, so no money moves for them.`
      : `Customer ${id} is ${verificationStatus}. Submit the customer with POST /verifications and wait until they are APPROVED.`,
  );
}
