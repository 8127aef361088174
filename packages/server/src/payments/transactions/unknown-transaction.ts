import { type Refusal, refuse } from '../../operation/operation.ts';

export function unknownTransaction(id: string): Refusal<'TRANSACTION_NOT_FOUND'> {
  return refuse(
    'TRANSACTION_NOT_FOUND',
    `There is no transaction ${id}. Check the id and the environment of your token.`,
  );
}
