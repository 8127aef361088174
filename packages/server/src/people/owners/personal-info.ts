import type { BeneficialOwnerPersonalInfo, BeneficialOwnerPersonalInfoUpdate } from '@payments-platform/types';
import { type SealedJson, sealJson, unsealJson } from '../../ground/sealing/sealed-json.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import { onlyDeclared } from '../../ground/specification/declared-fields.ts';
import type { BeneficialOwnerRow } from './tables.ts';

/** The stored data after the given fields have replaced their old values. */
export function changePersonalInfo(
  info: BeneficialOwnerPersonalInfo,
  given: BeneficialOwnerPersonalInfoUpdate,
): BeneficialOwnerPersonalInfo {
  return onlyDeclared('BeneficialOwnerPersonalInfo', { ...info, ...given });
}

export function sealPersonalInfo(
  info: BeneficialOwnerPersonalInfo,
  sealer: Pick<Sealer, 'seal'>,
): SealedJson<BeneficialOwnerPersonalInfo> {
  return sealJson(sealer, info);
}

export function unsealPersonalInfo(
  { sealed_personal_info: sealed }: Pick<BeneficialOwnerRow, 'sealed_personal_info'>,
  sealer: Pick<Sealer, 'unseal'>,
): BeneficialOwnerPersonalInfo {
  return unsealJson(sealer, sealed);
}

const shownEnd = 4;

/** Shows only the last four characters of a number, and nothing if it is no longer than that. */
export function masked(identifier: string): string {
  const hidden = identifier.length > shownEnd ? identifier.length - shownEnd : identifier.length;
  return '*'.repeat(hidden) + identifier.slice(hidden);
}
