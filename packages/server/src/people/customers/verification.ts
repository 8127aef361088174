import type { CustomerType, CustomerVerificationStatus, EventType, KycStatus } from '@payments-platform/types';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { CheckOutcome, Identity } from '../../engines/identity/identity.ts';
import type { PlatformRow } from '../../platform/platforms/find-platform.ts';
import type { CheckStatus, CustomerRow } from '../customer-records/tables.ts';

export type VerificationStatus = CustomerVerificationStatus;

interface Shown {
  readonly verificationStatus: VerificationStatus;
  /** `kycStatus` of a person, `kybStatus` of a business. */
  readonly detailedStatus: KycStatus;
}

/**
 * An incomplete submission is not accepted yet, so the detailed status does not change. If its check refused an
 * accepted submission, it is on hold until more arrives.
 */
const shown: Readonly<Record<CheckStatus, Shown>> = {
  UNVERIFIED: { verificationStatus: 'UNVERIFIED', detailedStatus: 'UNVERIFIED' },
  PENDING: { verificationStatus: 'UNVERIFIED', detailedStatus: 'PENDING' },
  RESOLVE_ERRORS: { verificationStatus: 'RESOLVE_ERRORS', detailedStatus: 'UNVERIFIED' },
  HOLD: { verificationStatus: 'RESOLVE_ERRORS', detailedStatus: 'HOLD' },
  APPROVED: { verificationStatus: 'APPROVED', detailedStatus: 'APPROVED' },
  REJECTED: { verificationStatus: 'REJECTED', detailedStatus: 'REJECTED' },
};

/** The shown status of a row, word for word as the index `customers_by_verification` has it. */
const shownStatus = sql.raw(
  "case verification_status when 'PENDING' then 'UNVERIFIED' when 'HOLD' then 'RESOLVE_ERRORS' else verification_status end",
);

export function isShownAs(status: VerificationStatus): Expression<SqlBool> {
  return sql<SqlBool>`(${shownStatus}) = ${status}`;
}

export function showCheck({ verification_status: status }: Pick<CustomerRow, 'verification_status'>): Shown {
  const known = Object.entries(shown).find(([name]) => name === status);
  if (known === undefined) throw new Error(`a customer has the unknown check status ${status}`);
  return known[1];
}

/** The initial status of a customer, and the event to emit if a check has decided. */
export interface FirstCheck {
  readonly status: CheckStatus;
  readonly event: EventType | undefined;
}

/** The result of a check for a customer without paperwork. */
const atOnce: Readonly<Record<CheckOutcome, FirstCheck>> = {
  APPROVE: { status: 'APPROVED', event: 'CUSTOMER.KYC_APPROVED' },
  REVIEW: { status: 'PENDING', event: 'CUSTOMER.KYC_PENDING' },
  REJECT: { status: 'REJECTED', event: 'CUSTOMER.KYC_REJECTED' },
  REFUSE: { status: 'RESOLVE_ERRORS', event: undefined },
};

export type VerifyingPlatform = Pick<PlatformRow, 'is_regulated' | 'skips_verification_paperwork'>;

/**
 * A regulated platform has checked its customers itself, so the service decides nothing and emits nothing.
 * Elsewhere a check starts with a submission, unless the platform skips paperwork: then a person is checked at
 * once, by name.
 */
export function checkAtCreation(
  checks: Identity,
  platform: VerifyingPlatform,
  customerType: CustomerType,
  fullName: string | undefined,
): FirstCheck {
  if (platform.is_regulated === 1) return { status: 'APPROVED', event: undefined };
  if (platform.skips_verification_paperwork === 0 || customerType === 'BUSINESS')
    return { status: 'UNVERIFIED', event: undefined };
  return atOnce[checks.outcomeOf(fullName)];
}
