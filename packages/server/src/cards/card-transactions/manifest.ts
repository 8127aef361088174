import type { Manifest } from '../../operation/manifest.ts';
import { cardTransactionInvariants } from './card-transaction-invariants.ts';
import { dueAuthorizations, duePulls } from './due-card-transactions.ts';
import { findOpenCardTransactions } from './open-card-transactions.ts';

export const manifest = {
  dueWork: [dueAuthorizations, duePulls],
  lifeCycle: { beforeCustomerDeleted: findOpenCardTransactions },
  invariants: cardTransactionInvariants,
} satisfies Manifest;
