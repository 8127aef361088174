import type { AccountInfo } from './tables.ts';

/** The stated name of the account holder: the full name of a person, the registered name of a business. */
export function beneficiaryName(info: AccountInfo): string | null {
  const beneficiary = info['beneficiary'];
  if (typeof beneficiary !== 'object' || beneficiary === null) return null;
  if ('fullName' in beneficiary && typeof beneficiary.fullName === 'string') return beneficiary.fullName;
  if ('legalName' in beneficiary && typeof beneficiary.legalName === 'string') return beneficiary.legalName;
  return null;
}
