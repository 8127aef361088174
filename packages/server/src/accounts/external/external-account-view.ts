import type { ExternalAccount } from '@payments-platform/types';
import { type AccountInfo, accountKind, routeOf } from './account-facts.ts';
import type { ExternalAccountRow } from './external-account-row.ts';

/** Row to wire, for answers and events alike. */
export function viewExternalAccount(row: ExternalAccountRow): ExternalAccount {
  const name = row.beneficiary_verified_name;
  return {
    id: row.id as ExternalAccount['id'],
    ...(row.customer_id === null ? {} : { customerId: row.customer_id as NonNullable<ExternalAccount['customerId']> }),
    status: row.status as ExternalAccount['status'],
    ...(row.platform_account_id === null ? {} : { platformAccountId: row.platform_account_id }),
    ...(row.ownership_type === null
      ? {}
      : { ownershipType: row.ownership_type as NonNullable<ExternalAccount['ownershipType']> }),
    currency: row.currency,
    defaultUmaDepositAccount: row.is_default_uma_deposit === 1,
    ...(row.beneficiary_verification_status === null ? {} : { beneficiaryVerificationStatus: verificationOf(row) }),
    ...(name === null ? {} : { beneficiaryVerifiedData: { fullName: name } }),
    accountInfo: viewAccountInfo(row),
  };
}

function verificationOf(row: ExternalAccountRow): NonNullable<ExternalAccount['beneficiaryVerificationStatus']> {
  return row.beneficiary_verification_status as NonNullable<ExternalAccount['beneficiaryVerificationStatus']>;
}

/** What was registered, and for a bank account the rails it can be paid over. */
function viewAccountInfo(row: ExternalAccountRow): ExternalAccount['accountInfo'] {
  const info = JSON.parse(row.account_info) as AccountInfo;
  const kind = accountKind(row.account_type);
  const shown = kind.kind === 'BANK' ? { ...info, paymentRails: routeOf(kind, info).rails } : info;
  return shown as ExternalAccount['accountInfo'];
}
