import type { Handler } from '../../operation/operation.ts';
import { findTransaction, unknownTransaction } from '../../payments/transactions/find-transaction.ts';
import { viewTransaction } from '../../payments/transactions/transaction-view.ts';
import { viewCardTransaction } from '../card-transactions/card-transaction-view.ts';
import { findCardTransaction } from '../card-transactions/find-card-transaction.ts';

export const getTransactionById: Handler<'getTransactionById'> = async ({ input, unit, tenant }) => {
  const id = input.path.transactionId;
  if (id.startsWith('CardTransaction:')) {
    const row = await findCardTransaction(unit, tenant, id);
    return row === undefined ? unknownTransaction(id) : { status: 200, body: viewCardTransaction(row) };
  }
  const row = await findTransaction(unit, tenant, id);
  return row === undefined ? unknownTransaction(id) : { status: 200, body: viewTransaction(row) };
};
