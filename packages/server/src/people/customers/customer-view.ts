import type { BeneficialOwner, BusinessCustomer, CustomerOneOf, IndividualCustomer } from '@payments-platform/types';
import { storedId } from '../../ground/ids/stored-id.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { CustomerRow } from '../customer-records/tables.ts';
import { contactVerificationOf } from './contact-channels.ts';
import type { BusinessProfile, IndividualProfile } from './customer-profile.ts';
import { identityFactsOf } from './find-customer.ts';
import { showCheck } from './verification.ts';

/** Row to wire, for GET, lists and events alike. */
export function viewCustomer(row: CustomerRow, owners: readonly BeneficialOwner[] = []): CustomerOneOf {
  const { customerType, profile } = identityFactsOf(row);
  return customerType === 'INDIVIDUAL' ? viewIndividual(row, profile) : viewBusiness(row, profile, owners);
}

type Shared = Omit<IndividualCustomer, 'customerType' | 'kycStatus'> &
  Omit<BusinessCustomer, 'customerType' | 'kybStatus'>;

/** Absent facts are left out rather than sent as null. */
function viewShared(row: CustomerRow): Shared {
  const contactVerification = contactVerificationOf(row);
  return {
    id: storedId('Customer', row.id),
    platformCustomerId: row.platform_customer_id,
    verificationStatus: showCheck(row).verificationStatus,
    ...(row.consent === null ? {} : { endUserTermsConsent: readJson(row.consent) }),
    ...(row.region === null ? {} : { region: row.region }),
    ...(row.currencies === null ? {} : { currencies: readJson(row.currencies) }),
    ...(row.email === null ? {} : { email: row.email }),
    ...(row.phone_number === null ? {} : { phoneNumber: row.phone_number }),
    umaAddress: row.uma_address,
    ...(contactVerification === undefined ? {} : { contactVerification }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    isDeleted: row.deleted_at !== null,
  };
}

function viewIndividual(
  row: CustomerRow,
  { sealedIdentifier: _kept, ...profile }: IndividualProfile,
): IndividualCustomer {
  return { ...viewShared(row), ...profile, customerType: 'INDIVIDUAL', kycStatus: showCheck(row).detailedStatus };
}

function viewBusiness(
  row: CustomerRow,
  { businessInfo, ...profile }: BusinessProfile,
  owners: readonly BeneficialOwner[],
): BusinessCustomer {
  return {
    ...viewShared(row),
    ...profile,
    ...(businessInfo?.legalName === undefined
      ? {}
      : { businessInfo: { ...businessInfo, legalName: businessInfo.legalName } }),
    ...(owners.length === 0 ? {} : { beneficialOwners: owners }),
    customerType: 'BUSINESS',
    kybStatus: showCheck(row).detailedStatus,
  };
}
