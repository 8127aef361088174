import type { Handler } from '../../operation/operation.ts';
import { viewTransaction } from './transaction-view.ts';
import { findTransaction } from './transactions-repository.ts';
import { unknownTransaction } from './unknown-transaction.ts';

export const getTransactionById: Handler<'getTransactionById'> = async ({ input, unit, tenant }) => {
  const id = input.path.transactionId;
  const row = await findTransaction(unit, tenant, id);
  return row === undefined ? unknownTransaction(id) : { status: 200, body: viewTransaction(row) };
};
