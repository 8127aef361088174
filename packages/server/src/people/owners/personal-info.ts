import type { BeneficialOwnerPersonalInfo, BeneficialOwnerPersonalInfoUpdate } from '@payments-platform/types';
import { type SealedJson, sealJson, unsealJson } from '../../ground/sealing/sealed-json.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import type { BeneficialOwnerRow } from './beneficial-owner-row.ts';

/** Names every field of `T`; one that is missing here does not compile. */
type FieldsOf<T> = Readonly<Record<keyof T, true>>;

const fields: FieldsOf<BeneficialOwnerPersonalInfo> = {
  firstName: true,
  middleName: true,
  lastName: true,
  birthDate: true,
  nationality: true,
  email: true,
  phoneNumber: true,
  address: true,
  idType: true,
  identifier: true,
  countryOfIssuance: true,
};

const addressFields: FieldsOf<BeneficialOwnerPersonalInfo['address']> = {
  line1: true,
  line2: true,
  city: true,
  state: true,
  postalCode: true,
  country: true,
};

function known<T extends object>(value: T, names: Readonly<Record<string, true>>): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(names, name))) as T;
}

/** What is on file after the given members have replaced their old values; what nobody knows is not kept. */
export function changePersonalInfo(
  info: BeneficialOwnerPersonalInfo,
  given: BeneficialOwnerPersonalInfoUpdate,
): BeneficialOwnerPersonalInfo {
  const changed = { ...info, ...known(given, fields) };
  return { ...changed, address: known(changed.address, addressFields) };
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

/** A number of which only the end is shown, and nothing when it is no longer than that. */
export function masked(identifier: string): string {
  const hidden = identifier.length > shownEnd ? identifier.length - shownEnd : identifier.length;
  return '*'.repeat(hidden) + identifier.slice(hidden);
}
