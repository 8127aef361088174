import type { WorkContext } from '../../operation/deps.ts';
import type { TransactionRow } from './transaction-row.ts';

declare module '../../operation/deps.ts' {
  interface LifeCycle extends PaymentsLifeCycle {}
}

interface PaymentsLifeCycle {
  /**
   * Decides a payment that a module above has made to wait, in units of its own. Returns `undefined` for any other
   * payment.
   */
  readonly decidePayment: (
    context: Omit<WorkContext, 'unit'>,
    transactionId: string,
    decision: PaymentDecision,
  ) => Promise<'DECIDED' | 'NOT_WAITING' | undefined>;
  /** Whether a module above has made a payment wait for a decision. Its quote is locked. */
  readonly holdsPayment: (context: WorkContext, transactionId: string) => Promise<boolean>;
  /** A payment was not executed in time; a pending decision about it ends first. */
  readonly beforePaymentExpires: (context: WorkContext, row: TransactionRow) => Promise<void>;
}

/** The decision of the platform about a payment that waits for it. */
export type PaymentDecision =
  | { readonly isApproved: true }
  | { readonly isApproved: false; readonly reason: string | null };
