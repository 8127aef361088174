import { type Refusal, refuse } from '../../operation/operation.ts';

/** The same words for an account of another platform, a deleted one and one that never was. */
export function unknownAccount(id: string): Refusal<'ACCOUNT_NOT_FOUND'> {
  return refuse(
    'ACCOUNT_NOT_FOUND',
    `There is no external account ${id}. Check the id and the environment of your token.`,
  );
}
