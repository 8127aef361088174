import type { Manifest } from '../../operation/manifest.ts';
import { getTransactionById } from './get-transaction-by-id.ts';
import { listTransactions } from './list-transactions.ts';

export const manifest = { operations: { getTransactionById, listTransactions } } satisfies Manifest;
