import type { BusinessCustomerFields, BusinessInfoUpdate, IndividualCustomerFields } from '@payments-platform/types';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import { onlyDeclared } from '../../ground/specification/declared-fields.ts';

/** The identification number is stored sealed; only a verification reads it. */
interface SealedIdentifier {
  readonly sealedIdentifier?: string;
}

export type IndividualProfile = Omit<IndividualCustomerFields, 'customerType' | 'identifier'> & SealedIdentifier;
export type BusinessProfile = Omit<BusinessCustomerFields, 'customerType'> & {
  readonly businessInfo?: BusinessInfoUpdate;
};

export type NewIndividual = Partial<IndividualCustomerFields>;
export type NewBusiness = Partial<BusinessCustomerFields> & { readonly businessInfo?: BusinessInfoUpdate };

/** The profile after the given fields have replaced their old values. */
export function changeIndividual(
  profile: IndividualProfile,
  given: NewIndividual,
  sealer: Pick<Sealer, 'seal'>,
): IndividualProfile {
  const { customerType: _type, identifier, ...fields } = onlyDeclared('IndividualCustomerFields', given);
  return {
    ...profile,
    ...fields,
    ...(identifier === undefined ? {} : { sealedIdentifier: sealer.seal(identifier) }),
  };
}

/** The profile after the given fields, and the given members of `businessInfo`, have replaced their old values. */
export function changeBusiness(profile: BusinessProfile, { address, businessInfo }: NewBusiness): BusinessProfile {
  return {
    ...profile,
    ...(address === undefined ? {} : { address: onlyDeclared('Address', address) }),
    ...(businessInfo === undefined
      ? {}
      : { businessInfo: { ...profile.businessInfo, ...onlyDeclared('BusinessInfoUpdate', businessInfo) } }),
  };
}
