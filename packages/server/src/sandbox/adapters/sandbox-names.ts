import type { BeneficiaryVerificationStatus } from '@payments-platform/types';
import type { NameCheck } from '../../engines/directory/directory.ts';
import { outcomeOfSuffix, type SandboxSuffix, sandboxSuffix } from '../../ground/ids/sandbox-suffixes.ts';

/** Accounts that the bank does not know. */
const unknownSuffix: SandboxSuffix = '105';

/** The documented sandbox values: the last three digits of the identifier decide the answer. */
const answers: Readonly<Partial<Record<SandboxSuffix, BeneficiaryVerificationStatus>>> = {
  '102': 'NOT_MATCHED',
  '103': 'PARTIAL_MATCH',
  '104': 'PENDING',
  '106': 'UNSUPPORTED',
  '107': 'CHECKED_BY_RECEIVING_FI',
};

/** The answer of the simulated bank; `undefined` if it has no such account. */
export function checkName(identifier: string, givenName: string | null): NameCheck | undefined {
  const suffix = sandboxSuffix(identifier);
  if (suffix === unknownSuffix) return undefined;
  const status = outcomeOfSuffix(answers, suffix) ?? 'MATCHED';
  if (status === 'MATCHED') return { status, verifiedName: givenName };
  if (status === 'PARTIAL_MATCH') return { status, verifiedName: givenName && withInitial(givenName) };
  return { status, verifiedName: null };
}

/** `Ada Lovelace` in the form of a bank: `A. Lovelace`. */
function withInitial(name: string): string {
  const [first = '', ...others] = name.split(' ');
  return [`${first.slice(0, 1)}.`, ...others.slice(-1)].join(' ');
}
