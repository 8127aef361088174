import type { Handler } from '../../operation/operation.ts';
import { findTransaction, unknownTransaction } from './find-transaction.ts';
import { viewTransaction } from './transaction-view.ts';

export const getTransactionById: Handler<'getTransactionById'> = async ({ input, unit, tenant }) => {
  const id = input.path.transactionId;
  const row = await findTransaction(unit, tenant, id);
  return row === undefined ? unknownTransaction(id) : { status: 200, body: viewTransaction(row) };
};
