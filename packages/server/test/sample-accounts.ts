import type { AccountType } from '@payments-platform/types';
import { type SampleAccount, sampleAccounts } from '../src/sandbox/recipes/sample-accounts.ts';

export { type SampleAccount, sampleAccounts };

/** The sample with other fields, as a request body. */
export function sampleAccount(type: AccountType, fields: Readonly<Record<string, unknown>> = {}): SampleAccount {
  const { currency, accountInfo } = sampleAccounts[type];
  return { currency, accountInfo: { ...accountInfo, ...fields } };
}
