import type { AccountInfo } from './tables.ts';

/** The name that the account is said to be in: of a person in full, of a business as it is registered. */
export function beneficiaryName(info: AccountInfo): string | null {
  const beneficiary = info['beneficiary'];
  if (typeof beneficiary !== 'object' || beneficiary === null) return null;
  if ('fullName' in beneficiary && typeof beneficiary.fullName === 'string') return beneficiary.fullName;
  if ('legalName' in beneficiary && typeof beneficiary.legalName === 'string') return beneficiary.legalName;
  return null;
}
