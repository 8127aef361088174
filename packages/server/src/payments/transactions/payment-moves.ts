import type { EntryKind } from '../../engines/ledger/entry.ts';
import type { TriggerOf } from '../../engines/states/transition.ts';

/**
 * What moves together, in one unit, when something happens to a payment. A list is taken step by step; an empty
 * list leaves the status as it is. A move without a list for one type of transaction applies to the other type
 * only.
 */
export interface PaymentMove {
  readonly when: string;
  /** Triggers of the quote; ignored for a payment without one. */
  readonly quote?: readonly TriggerOf<'quote'>[];
  readonly outgoing?: readonly TriggerOf<'outgoing-transaction'>[];
  readonly incoming?: readonly TriggerOf<'incoming-transaction'>[];
  readonly refund?: TriggerOf<'refund'>;
  /** The ledger entry that is posted with it. */
  readonly entry?: EntryKind;
}

/**
 * Every move of a payment after its creation. The state tables in spec/states say which state a trigger leads to
 * and which event it emits; docs/LIFECYCLE.md shows both together.
 */
export const paymentMoves = {
  REQUIRE_SCA_AT_CREATION: {
    when: 'A new quote with real-time funding needs an authorization by the customer.',
    outgoing: ['REQUIRE_SCA'],
    incoming: [],
  },
  REQUIRE_SCA: {
    when: 'It is executed and needs an authorization by the customer.',
    quote: ['EXECUTE_REQUIRES_SCA'],
    outgoing: ['REQUIRE_SCA'],
    incoming: [],
  },
  REQUIRE_MORE_SCA: {
    when: 'The customer passes a challenge and another one follows.',
    quote: ['AUTHORIZE_MORE'],
    outgoing: ['REQUIRE_SCA'],
    incoming: [],
  },
  AUTHORIZE_TO_FUND: {
    when: 'It is authorized and waits for its deposit.',
    quote: ['AUTHORIZE_TO_FUND'],
    outgoing: ['AUTHORIZE_TO_FUND'],
    incoming: [],
  },
  CHALLENGE_EXPIRE: {
    when: 'The customer does not pass the challenge in time.',
    quote: ['CHALLENGE_EXPIRE'],
    outgoing: ['CHALLENGE_EXPIRE'],
    incoming: ['CHALLENGE_EXPIRE'],
  },
  EXPIRE: {
    when: 'It is not executed or funded in time.',
    quote: ['EXPIRE'],
    outgoing: ['EXPIRE'],
    incoming: ['EXPIRE'],
  },
  EXECUTE: {
    when: 'It is executed.',
    quote: ['EXECUTE'],
    outgoing: ['CONFIRM'],
    incoming: ['CONFIRM'],
    entry: 'DEBIT',
  },
  EXECUTE_AUTHORIZED: {
    when: 'The customer passes the last challenge.',
    quote: ['AUTHORIZE'],
    outgoing: ['AUTHORIZE'],
    incoming: ['CONFIRM'],
    entry: 'DEBIT',
  },
  EXECUTE_FUNDED: {
    when: 'Its deposit arrives.',
    quote: ['DEPOSIT'],
    outgoing: ['CONFIRM'],
    incoming: ['CONFIRM'],
    entry: 'DEBIT',
  },
  REQUEST_DIRECT_DEBIT: {
    when: 'It is executed, and the direct debit is requested from the bank of its source.',
    quote: ['EXECUTE'],
  },
  RECEIVE: {
    when: 'The direct debit is paid, or a deposit to an account clears.',
    incoming: ['CONFIRM'],
    entry: 'DEBIT',
  },
  APPROVE: {
    when: 'The platform approves a UMA payment.',
    incoming: ['APPROVE'],
    entry: 'DEBIT',
  },
  REJECT: { when: 'The platform rejects a UMA payment.', incoming: ['REJECT'] },
  TIME_OUT: { when: 'The platform does not decide in time.', incoming: ['TIME_OUT'] },
  FAIL_UNPAID: {
    when: 'It fails before anything was taken.',
    quote: ['FAIL'],
    incoming: ['FAIL'],
  },
  REFUSE_DEPOSIT: {
    when: 'Its deposit arrives in time and cannot be used.',
    quote: ['DEPOSIT', 'FAIL'],
    outgoing: ['CONFIRM', 'FAIL'],
    incoming: ['CONFIRM', 'FAIL'],
    refund: 'START',
    entry: 'DEPOSIT',
  },
  RETURN_DEPOSIT: {
    when: 'Its deposit arrives after it has expired.',
    refund: 'START',
    entry: 'DEPOSIT',
  },
  SETTLE: {
    when: 'The money arrives.',
    quote: ['SETTLE'],
    outgoing: ['SETTLE'],
    incoming: ['SETTLE'],
    entry: 'SETTLE',
  },
  FAIL: {
    when: 'It fails after its debit.',
    quote: ['FAIL'],
    outgoing: ['FAIL'],
    incoming: ['FAIL'],
    refund: 'START',
    entry: 'REFUND_START',
  },
  FAIL_UNEXCHANGED: {
    when: 'The market refuses its price; its debit has already posted the amount as owed back.',
    quote: ['FAIL'],
    outgoing: ['FAIL'],
    incoming: ['FAIL'],
    refund: 'START',
  },
  RETURN: {
    when: 'The bank returns it.',
    outgoing: ['RETURN'],
    incoming: ['RETURN'],
    refund: 'START',
    entry: 'RETURN',
  },
  CANCEL: {
    when: 'It is cancelled.',
    refund: 'START',
    entry: 'REFUND_START',
  },
  FAIL_AFTER_CANCEL: {
    when: 'The rail confirms that it will not deliver it.',
    quote: ['FAIL'],
    outgoing: ['FAIL_AFTER_CANCEL'],
    incoming: ['FAIL_AFTER_CANCEL'],
  },
  DELIVER_AFTER_CANCEL: {
    when: 'The rail delivers it after its refund.',
    quote: ['SETTLE'],
    outgoing: ['DELIVER_AFTER_CANCEL'],
    incoming: ['DELIVER_AFTER_CANCEL'],
    entry: 'LATE_DELIVERY',
  },
  SETTLE_REFUND: {
    when: 'The refund arrives.',
    refund: 'SETTLE',
    entry: 'REFUND_SETTLE',
  },
  FAIL_REFUND: { when: 'The refund fails.', refund: 'FAIL' },
} as const satisfies Record<string, PaymentMove>;

export type PaymentMoveName = keyof typeof paymentMoves;
