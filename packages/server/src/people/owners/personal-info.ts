import type { BeneficialOwnerPersonalInfo, BeneficialOwnerPersonalInfoUpdate } from '@payments-platform/types';
import { onlyDeclared } from '../../ground/specification/declared-fields.ts';

/** The stored data after the given fields have replaced their old values. */
export function changePersonalInfo(
  info: BeneficialOwnerPersonalInfo,
  given: BeneficialOwnerPersonalInfoUpdate,
): BeneficialOwnerPersonalInfo {
  return onlyDeclared('BeneficialOwnerPersonalInfo', { ...info, ...given });
}

const shownEnd = 4;

/** Shows only the last four characters of a number, and nothing if it is no longer than that. */
export function masked(identifier: string): string {
  const hidden = identifier.length > shownEnd ? identifier.length - shownEnd : identifier.length;
  return '*'.repeat(hidden) + identifier.slice(hidden);
}
