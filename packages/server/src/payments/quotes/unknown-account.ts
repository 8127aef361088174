import { type Refusal, refuse } from '../../operation/operation.ts';

export function unknownAccount(accountId: string): Refusal<'ACCOUNT_NOT_FOUND'> {
  return refuse(
    'ACCOUNT_NOT_FOUND',
    `There is no account ${accountId}. Check the id and the environment of your token.`,
  );
}
