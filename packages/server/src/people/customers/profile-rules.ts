import type { CustomerCreateRequestOneOf, CustomerUpdateRequestOneOf } from '@payments-platform/types';
import { dayOf, type Instant } from '../../ground/clock/instant.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { ValidPart } from '../../ground/specification/valid-part.ts';
import { brokenIdentificationRules } from '../customer-records/identification.ts';
import type { BusinessProfile, IndividualProfile, NewBusiness, NewIndividual } from './customer-profile.ts';

/** A choice that may be `OTHER`, and the description that `OTHER` requires. */
interface OtherRule {
  readonly choice: string;
  readonly description: string;
}

const personRules: readonly OtherRule[] = [
  { choice: 'sourceOfFundsCategories', description: 'sourceOfFundsOtherDescription' },
  { choice: 'sourceOfWealthCategories', description: 'sourceOfWealthOtherDescription' },
  { choice: 'purposeOfAccount', description: 'purposeOfAccountOtherDescription' },
];
const businessRules: readonly OtherRule[] = [
  { choice: 'sourceOfFundsCategories', description: 'sourceOfFundsOtherDescription' },
  { choice: 'purposeOfAccount', description: 'purposeOfAccountOtherDescription' },
];

type Fields = Readonly<Record<string, unknown>>;

/** Checks the sent fields together with the stored ones; stored fields alone were checked before. */
function brokenOtherRules(rules: readonly OtherRule[], given: Fields, whole: Fields, prefix: string): FieldError[] {
  return rules
    .filter(({ choice, description }) => given[choice] !== undefined || given[description] !== undefined)
    .filter(({ choice, description }) => [whole[choice]].flat().includes('OTHER') && whole[description] === undefined)
    .map(({ choice, description }) => ({
      field: `${prefix}${description}`,
      message: `Describe what OTHER in ${choice} stands for.`,
    }));
}

function inFuture(field: string, day: string | undefined, now: Instant): FieldError[] {
  if (day === undefined || day <= dayOf(now)) return [];
  return [{ field, message: 'Send a day that is not in the future.' }];
}

interface Circumstances {
  readonly now: Instant;
  readonly sealer: Pick<Sealer, 'unseal'>;
}

export type Profile = IndividualProfile | BusinessProfile;

/** The errors in a customer's data that the schema cannot express. `profile` already includes the changes. */
export function brokenProfileRules(
  given: CustomerCreateRequestOneOf | CustomerUpdateRequestOneOf,
  profile: Profile,
  circumstances: Circumstances,
): FieldError[] {
  return given.customerType === 'INDIVIDUAL'
    ? brokenPersonRules(given, profile as IndividualProfile, circumstances)
    : brokenBusinessRules(given, profile as BusinessProfile, circumstances);
}

function brokenPersonRules(
  given: NewIndividual,
  whole: IndividualProfile,
  { now, sealer }: Circumstances,
): FieldError[] {
  const { idType, countryOfIssuance, sealedIdentifier } = whole;
  const isIdentified = [given.idType, given.identifier, given.countryOfIssuance].some((value) => value !== undefined);
  const identifier = sealedIdentifier === undefined ? undefined : sealer.unseal(sealedIdentifier);
  return [
    ...inFuture('birthDate', given.birthDate, now),
    ...(isIdentified ? brokenIdentificationRules({ idType, identifier, countryOfIssuance }) : []),
    ...brokenOtherRules(personRules, { ...given }, { ...whole }, ''),
  ];
}

function brokenBusinessRules(given: NewBusiness, whole: BusinessProfile, { now }: Circumstances): FieldError[] {
  const info = given.businessInfo ?? {};
  return [
    ...inFuture('businessInfo.incorporatedOn', info.incorporatedOn, now),
    ...brokenOtherRules(businessRules, { ...info }, { ...whole.businessInfo }, 'businessInfo.'),
  ];
}

/**
 * The errors that do not depend on stored data; fields may be missing. A rule about several fields, such as the
 * description for `OTHER`, is checked only for a new customer.
 */
export function brokenSentRules(
  given: ValidPart<CustomerCreateRequestOneOf> | ValidPart<CustomerUpdateRequestOneOf>,
  { now, isNew }: { readonly now: Instant; readonly isNew: boolean },
): FieldError[] {
  if (given.customerType === 'INDIVIDUAL') {
    const { idType, identifier, countryOfIssuance } = given;
    return [
      ...inFuture('birthDate', given.birthDate, now),
      ...(isNew || idType !== undefined ? brokenIdentificationRules({ idType, identifier, countryOfIssuance }) : []),
      ...(isNew ? brokenOtherRules(personRules, { ...given }, { ...given }, '') : []),
    ];
  }
  if (given.customerType !== 'BUSINESS') return [];
  const info = given.businessInfo ?? {};
  return [
    ...inFuture('businessInfo.incorporatedOn', info.incorporatedOn, now),
    ...(isNew ? brokenOtherRules(businessRules, { ...info }, { ...info }, 'businessInfo.') : []),
  ];
}
