import { type Handler, refuse } from '../http/operation.ts';
import { viewTransaction } from './transaction-view.ts';
import { findTransaction } from './transactions-repository.ts';

export const getTransactionById: Handler<'getTransactionById'> = async ({ input, unit, tenant }) => {
  const id = input.path.transactionId;
  const row = await findTransaction(unit, tenant, id);
  if (row === undefined)
    return refuse(
      'TRANSACTION_NOT_FOUND',
      `There is no transaction ${id}. Check the id and the environment of your token.`,
    );
  return { status: 200, body: viewTransaction(row) };
};
