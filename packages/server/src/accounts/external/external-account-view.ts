import type { ExternalAccount } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { accountKind, routeOf } from './account-facts.ts';
import type { ExternalAccountRow } from './tables.ts';

/** Row to wire, for responses and events alike. */
export function viewExternalAccount(row: ExternalAccountRow): ExternalAccount {
  const name = row.beneficiary_verified_name;
  return {
    id: storedId('ExternalAccount', row.id),
    ...(row.customer_id === null ? {} : { customerId: storedId('Customer', row.customer_id) }),
    status: row.status,
    ...(row.platform_account_id === null ? {} : { platformAccountId: row.platform_account_id }),
    ...(row.ownership_type === null ? {} : { ownershipType: row.ownership_type }),
    currency: row.currency,
    defaultUmaDepositAccount: row.is_default_uma_deposit === 1,
    trusted: row.trusted_at !== null,
    ...(row.beneficiary_verification_status === null
      ? {}
      : { beneficiaryVerificationStatus: row.beneficiary_verification_status }),
    ...(name === null ? {} : { beneficiaryVerifiedData: { fullName: name } }),
    accountInfo: viewAccountInfo(row),
  };
}

/** The registered details, and for a bank account the rails over which it can be paid. */
function viewAccountInfo(row: ExternalAccountRow): ExternalAccount['accountInfo'] {
  const info = readJson(row.account_info);
  const kind = accountKind(row.account_type);
  const shown = kind.kind === 'BANK' ? { ...info, paymentRails: routeOf(kind, info).rails } : info;
  return shown as ExternalAccount['accountInfo'];
}
