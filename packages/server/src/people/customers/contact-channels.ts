import type { ContactVerification } from '@payments-platform/types';
import type { CustomerRow } from '../customer-records/tables.ts';
import { requiresSca } from './requires-sca.ts';

/** A contact channel of a customer that is verified with a code. */
export type ContactChannel = 'email' | 'phone';

type Contact = Pick<CustomerRow, 'region' | 'email' | 'phone_number' | 'email_verified_at' | 'phone_verified_at'>;

/**
 * The verification of each channel; `undefined` if none is required. If payments require strong authentication, both
 * channels must be verified before the customer is.
 */
export function contactVerificationOf(contact: Contact): ContactVerification | undefined {
  if (!requiresSca(contact.region)) return undefined;
  return {
    email: contact.email_verified_at === null ? 'PENDING' : 'VERIFIED',
    phone: contact.phone_verified_at === null ? 'PENDING' : 'VERIFIED',
  };
}

/** The first channel that must still be verified: email before phone. */
export function unverifiedChannel(contact: Contact): ContactChannel | undefined {
  const status = contactVerificationOf(contact);
  if (status?.email === 'PENDING') return 'email';
  return status?.phone === 'PENDING' ? 'phone' : undefined;
}

/** The contact after a change: a changed channel must be verified again. */
export function changeContact<C extends Contact>(
  contact: C,
  given: { readonly email?: string; readonly phoneNumber?: string },
): C {
  const email = given.email ?? contact.email;
  const phoneNumber = given.phoneNumber ?? contact.phone_number;
  return {
    ...contact,
    email,
    phone_number: phoneNumber,
    email_verified_at: email === contact.email ? contact.email_verified_at : null,
    phone_verified_at: phoneNumber === contact.phone_number ? contact.phone_verified_at : null,
  };
}
