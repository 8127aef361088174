/** The events of one payment in order, in one scenario. */
export interface EventSequence {
  readonly scenario: string;
  readonly family: 'OUTGOING_PAYMENT' | 'INCOMING_PAYMENT' | 'CARD_TRANSACTION';
  /** The part of the type after the family. */
  readonly events: readonly string[];
  /** How to cause it in the sandbox. */
  readonly sandbox: string;
}

const refunded = ['REFUND_PENDING', 'REFUND_COMPLETED'] as const;

/** `event-sequences.test.ts` walks each of them through the state tables. */
export const eventSequences: readonly EventSequence[] = [
  {
    scenario: 'Success',
    family: 'OUTGOING_PAYMENT',
    events: ['PENDING', 'PROCESSING', 'COMPLETED'],
    sandbox: 'Pay any account whose identifier has no special suffix.',
  },
  {
    scenario: 'Strong customer authentication',
    family: 'OUTGOING_PAYMENT',
    events: ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED'],
    sandbox:
      'Pay for a customer in the European Economic Area and authorize the quote. Each further challenge emits `PENDING_AUTHORIZATION` again.',
  },
  {
    scenario: 'Challenge expires',
    family: 'OUTGOING_PAYMENT',
    events: ['PENDING', 'PENDING_AUTHORIZATION', 'FAILED'],
    sandbox: 'Start the same payment and let the challenge expire: `failureReason` is `SCA_NOT_COMPLETED`.',
  },
  {
    scenario: 'Quote expires',
    family: 'OUTGOING_PAYMENT',
    events: ['PENDING', 'EXPIRED'],
    sandbox: 'Do not execute the quote.',
  },
  {
    scenario: 'Failure with refund',
    family: 'OUTGOING_PAYMENT',
    events: ['PENDING', 'PROCESSING', 'FAILED', ...refunded],
    sandbox: 'Pay an account that ends in `002` or `004`.',
  },
  {
    scenario: 'Failure with failed refund',
    family: 'OUTGOING_PAYMENT',
    events: ['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_FAILED'],
    sandbox: 'Pay an account that ends in `007`.',
  },
  {
    scenario: 'Bank return',
    family: 'OUTGOING_PAYMENT',
    events: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', ...refunded],
    sandbox: 'Pay an account that ends in `005`.',
  },
  {
    scenario: 'Cancellation',
    family: 'OUTGOING_PAYMENT',
    events: ['PENDING', 'PROCESSING', ...refunded, 'FAILED'],
    sandbox: 'Pay over ACH or wire, and cancel it with `POST /transactions/{transactionId}/cancel`.',
  },
  {
    scenario: 'Cancellation too late, payment delivered',
    family: 'OUTGOING_PAYMENT',
    events: ['PENDING', 'PROCESSING', ...refunded, 'COMPLETED'],
    sandbox: 'Pay an account that ends in `006`.',
  },
  {
    scenario: 'Successful incoming payment',
    family: 'INCOMING_PAYMENT',
    events: ['PENDING', 'PROCESSING', 'COMPLETED'],
    sandbox: 'Pay an internal account.',
  },
  {
    scenario: 'Quote or deposit expires',
    family: 'INCOMING_PAYMENT',
    events: ['PENDING', 'FAILED'],
    sandbox: 'Quote a payment to an internal account and do not execute it: `failureReason` is `QUOTE_EXPIRED`.',
  },
  {
    scenario: 'Failure with refund',
    family: 'INCOMING_PAYMENT',
    events: ['PENDING', 'PROCESSING', 'FAILED', ...refunded],
    sandbox: 'Freeze the receiving account while the payment is in progress.',
  },
  {
    scenario: 'Card purchase',
    family: 'CARD_TRANSACTION',
    events: ['AUTHORIZED', 'SETTLED'],
    sandbox: 'Simulate an authorization and its clearing.',
  },
  {
    scenario: 'Card purchase with partial clearing',
    family: 'CARD_TRANSACTION',
    events: ['AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED'],
    sandbox: 'Clear less than the authorized amount, then the rest.',
  },
  {
    scenario: 'Card purchase with refund',
    family: 'CARD_TRANSACTION',
    events: ['AUTHORIZED', 'SETTLED', 'SETTLED'],
    sandbox: 'Simulate a return of a settled purchase. The refund is a separate transaction and emits `SETTLED`.',
  },
  {
    scenario: 'Card purchase with a changed amount',
    family: 'CARD_TRANSACTION',
    events: ['AUTHORIZED', 'AUTHORIZED', 'SETTLED'],
    sandbox: 'Simulate an advice with a new total before the clearing.',
  },
  {
    scenario: 'Card purchase reversed or never cleared',
    family: 'CARD_TRANSACTION',
    events: ['AUTHORIZED', 'SETTLED'],
    sandbox: 'Reverse the authorization, clear nothing, or let seven days pass: `settledAmount` is 0.',
  },
  {
    scenario: 'Card purchase with a single message',
    family: 'CARD_TRANSACTION',
    events: ['SETTLED'],
    sandbox: 'Simulate a financial authorization.',
  },
  {
    scenario: 'Card purchase that cannot be debited',
    family: 'CARD_TRANSACTION',
    events: ['AUTHORIZED', 'SETTLED', 'EXCEPTION'],
    sandbox: 'Buy at a merchant whose descriptor ends in `006` and clear it, or clear more than the balance covers.',
  },
  {
    scenario: 'Declined card purchase',
    family: 'CARD_TRANSACTION',
    events: ['DECLINED'],
    sandbox: 'Simulate an authorization at a merchant whose descriptor ends in `002`.',
  },
];
