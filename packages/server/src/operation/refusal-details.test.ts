import { errorTable } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { refuse } from './operation.ts';

it('the details of a refusal have only the members that the catalogue names for its code, else it does not compile', () => {
  const refusal = refuse('WALLET_NOT_PROVISIONED', 'Wait.', { status: 'PENDING' });
  expect(Object.keys(refusal.details ?? {})).toEqual(errorTable.WALLET_NOT_PROVISIONED.details);
  // @ts-expect-error: a misspelt member
  refuse('WALLET_NOT_PROVISIONED', 'Wait.', { state: 'PENDING' });
  // @ts-expect-error: the code has no details
  refuse('QUOTE_EXPIRED', 'Create a new one.', { status: 'EXPIRED' });
});
