import type { Manifest } from '../../operation/manifest.ts';
import { approvePendingPayment } from './approve-pending-payment.ts';
import { cancelTransaction } from './cancel-transaction.ts';
import { confirmReceiptDelivery } from './confirm-receipt-delivery.ts';
import { dueTransactions } from './due-transactions.ts';
import { findOpenPayments } from './open-payments.ts';
import { paymentInvariants } from './payment-invariants.ts';
import { rejectPendingPayment } from './reject-pending-payment.ts';

export const manifest = {
  operations: {
    approvePendingPayment,
    confirmReceiptDelivery,
    rejectPendingPayment,
  },
  externalOperations: { cancelTransaction },
  dueWork: [dueTransactions],
  lifeCycle: { beforeCustomerDeleted: findOpenPayments },
  invariants: paymentInvariants,
} satisfies Manifest;
