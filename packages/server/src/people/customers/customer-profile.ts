import type {
  Address,
  BusinessCustomerFields,
  BusinessInfoUpdate,
  IndividualCustomerFields,
} from '@payments-platform/types';
import type { Sealer } from '../../ground/sealing/sealer.ts';

/** The identification number is kept sealed: nothing reads it but a verification. */
interface SealedIdentifier {
  readonly sealedIdentifier?: string;
}

export type IndividualProfile = Omit<IndividualCustomerFields, 'customerType' | 'identifier'> & SealedIdentifier;
export type BusinessProfile = Omit<BusinessCustomerFields, 'customerType'> & {
  readonly businessInfo?: BusinessInfoUpdate;
};

export type NewIndividual = Partial<IndividualCustomerFields>;
export type NewBusiness = Partial<BusinessCustomerFields> & { readonly businessInfo?: BusinessInfoUpdate };

/** Names every field of `T`; one that is missing here does not compile. */
type FieldsOf<T> = Readonly<Record<keyof T, true>>;

const addressFields: FieldsOf<Address> = {
  line1: true,
  line2: true,
  city: true,
  state: true,
  postalCode: true,
  country: true,
};

const individualFields: FieldsOf<Omit<IndividualProfile, 'sealedIdentifier' | 'address'>> = {
  fullName: true,
  birthDate: true,
  nationality: true,
  idType: true,
  countryOfIssuance: true,
  sourceOfFundsCategories: true,
  sourceOfFundsOtherDescription: true,
  sourceOfWealthCategories: true,
  sourceOfWealthOtherDescription: true,
  purposeOfAccount: true,
  purposeOfAccountOtherDescription: true,
  expectedMonthlyTransactionCount: true,
  expectedMonthlyTransactionVolume: true,
  annualIncomeRange: true,
  netWorthRange: true,
  pepStatus: true,
};

const businessInfoFields: FieldsOf<BusinessInfoUpdate> = {
  legalName: true,
  doingBusinessAs: true,
  country: true,
  registrationNumber: true,
  incorporatedOn: true,
  entityType: true,
  taxId: true,
  countriesOfOperation: true,
  businessType: true,
  purposeOfAccount: true,
  sourceOfFunds: true,
  expectedMonthlyTransactionCount: true,
  expectedMonthlyTransactionVolume: true,
  expectedRecipientJurisdictions: true,
  naicsCode: true,
  sourceOfFundsCategories: true,
  sourceOfFundsOtherDescription: true,
  purposeOfAccountOtherDescription: true,
  expectedCounterpartyCountries: true,
  primaryContactFirstName: true,
  primaryContactLastName: true,
};

/** Requests may carry members nobody knows; only the known ones are kept. */
function known<T extends object>(value: T, fields: Readonly<Record<string, true>>): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(fields, name))) as T;
}

/** The profile after the given fields have replaced their old values. */
export function changeIndividual(
  profile: IndividualProfile,
  given: NewIndividual,
  sealer: Pick<Sealer, 'seal'>,
): IndividualProfile {
  return {
    ...profile,
    ...known(given, individualFields),
    ...(given.address === undefined ? {} : { address: known(given.address, addressFields) }),
    ...(given.identifier === undefined ? {} : { sealedIdentifier: sealer.seal(given.identifier) }),
  };
}

/** The profile after the given fields, and the given members of `businessInfo`, have replaced their old values. */
export function changeBusiness(profile: BusinessProfile, given: NewBusiness): BusinessProfile {
  return {
    ...profile,
    ...(given.address === undefined ? {} : { address: known(given.address, addressFields) }),
    ...(given.businessInfo === undefined
      ? {}
      : { businessInfo: { ...profile.businessInfo, ...known(given.businessInfo, businessInfoFields) } }),
  };
}
