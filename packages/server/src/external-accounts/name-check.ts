import type { BeneficiaryVerificationStatus } from '@payments-platform/types';
import { type MagicEnding, sandboxSuffix, wished } from '../ids/magic-endings.ts';
import type { AccountInfo } from './account-facts.ts';

/** What a bank answers when it is asked whether the account belongs to the beneficiary. */
export interface NameCheck {
  /** `null` when nobody was asked. */
  readonly status: BeneficiaryVerificationStatus | null;
  /** The owner's name as the bank has it, as far as it tells. */
  readonly verifiedName: string | null;
}

/** Accounts that the bank does not know. */
const unknownSuffix: MagicEnding = '105';

/** The documented sandbox values: the last three digits of the identifier decide the answer. */
const answers: Readonly<Partial<Record<MagicEnding, BeneficiaryVerificationStatus>>> = {
  '102': 'NOT_MATCHED',
  '103': 'PARTIAL_MATCH',
  '104': 'PENDING',
  '106': 'UNSUPPORTED',
  '107': 'CHECKED_BY_RECEIVING_FI',
};

/** Asks the simulated bank; `undefined` when it has no such account. */
export function checkName(identifier: string, info: AccountInfo): NameCheck | undefined {
  const suffix = sandboxSuffix(identifier);
  if (suffix === unknownSuffix) return undefined;
  const status = wished(answers, suffix) ?? 'MATCHED';
  const givenName = beneficiaryName(info);
  if (status === 'MATCHED') return { status, verifiedName: givenName };
  if (status === 'PARTIAL_MATCH') return { status, verifiedName: givenName && withInitial(givenName) };
  return { status, verifiedName: null };
}

/** `Ada Lovelace` as a bank may have it: `A. Lovelace`. */
function withInitial(name: string): string {
  const [first = '', ...others] = name.split(' ');
  return [`${first.slice(0, 1)}.`, ...others.slice(-1)].join(' ');
}

function beneficiaryName(info: AccountInfo): string | null {
  const beneficiary = info['beneficiary'];
  if (typeof beneficiary !== 'object' || beneficiary === null) return null;
  if ('fullName' in beneficiary && typeof beneficiary.fullName === 'string') return beneficiary.fullName;
  if ('legalName' in beneficiary && typeof beneficiary.legalName === 'string') return beneficiary.legalName;
  return null;
}
