import type { BeneficialOwnerPersonalInfo } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import { dayOf } from '../../ground/clock/instant.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { ValidPart } from '../../ground/specification/valid-part.ts';
import { brokenIdentificationRules } from '../customer-records/identification.ts';
import type { BeneficialOwnerRow } from './tables.ts';

/** The errors in a person's data that the schema cannot express. */
export function brokenPersonRules(info: ValidPart<BeneficialOwnerPersonalInfo>, now: Instant): FieldError[] {
  const errors = brokenIdentificationRules(info, 'personalInfo.');
  if (info.birthDate !== undefined && info.birthDate > dayOf(now)) {
    errors.push({ field: 'personalInfo.birthDate', message: 'Send a day that is not in the future.' });
  }
  return errors;
}

/** The same for changes, where the type of the number may be stored already. */
export function brokenPersonChanges(info: ValidPart<BeneficialOwnerPersonalInfo>, now: Instant): FieldError[] {
  if (info.idType !== undefined) return brokenPersonRules(info, now);
  const { identifier: _identifier, countryOfIssuance: _country, ...rest } = info;
  return brokenPersonRules(rest, now);
}

/** A business and each of its events list all owners, so their number is limited. */
const mostOwners = 100;

export function brokenCountRules(others: readonly BeneficialOwnerRow[]): FieldError[] {
  if (others.length < mostOwners) return [];
  return [{ field: 'customerId', message: `This business has ${mostOwners} owners, which is the limit.` }];
}

/** Refuses shares that add up to more than 100 percent. */
export function brokenShareRules(others: readonly BeneficialOwnerRow[], share: number): FieldError[] {
  const left = 100 - others.reduce((sum, { ownership_percentage: percentage }) => sum + percentage, 0);
  if (share <= left) return [];
  const message = `The other owners have ${100 - left} percent, so this one can have at most ${left}.`;
  return [{ field: 'ownershipPercentage', message, constraint: { maximum: left } }];
}
