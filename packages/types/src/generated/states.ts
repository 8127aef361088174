// Generated from spec/ by `pnpm gen`. Edit the files there, never this one.

/** Every state machine: its states, where it starts and ends, and what moves it. */
export const stateTables = {
  'external-account': {
    resource: 'external-account',
    title: 'External account',
    schema: 'ExternalAccountStatus',
    initial: ['PENDING', 'ACTIVE', 'PENDING_OWNERSHIP_VERIFICATION'],
    terminal: [],
    states: {
      PENDING: { meaning: 'Created and being screened. It cannot be paid yet.' },
      ACTIVE: { meaning: 'Ready to be paid.' },
      PENDING_OWNERSHIP_VERIFICATION: {
        meaning: 'A self-custody wallet of the customer whose ownership is still to be proved. It can be paid below the amount from which the law asks for that proof.',
      },
      UNVERIFIED: {
        meaning: 'The last attempt to prove the ownership failed. It cannot be paid until a new challenge is started.',
      },
      UNDER_REVIEW: { meaning: 'Screening found something that a person must look at. It cannot be paid meanwhile.' },
      INACTIVE: { meaning: 'Switched off. It cannot be paid until it is switched on again.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE_ACTIVE',
        to: 'ACTIVE',
        when: 'The account is created and screening clears it at once, as the sandbox does.',
        also: 'No event; the answer to the request carries the status.',
      },
      {
        from: null,
        trigger: 'CREATE_PENDING',
        to: 'PENDING',
        when: 'The account is created and screening takes longer than the request.',
        also: 'No event; the answer to the request carries the status.',
      },
      {
        from: null,
        trigger: 'CREATE_UNOWNED',
        to: 'PENDING_OWNERSHIP_VERIFICATION',
        when: 'A self-custody wallet that belongs to the customer is created where ownership must be proved.',
        also: 'No event; the answer to the request carries the status.',
      },
      {
        from: 'PENDING',
        trigger: 'ACTIVATE',
        to: 'ACTIVE',
        when: 'Screening clears the account.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'PENDING',
        trigger: 'REVIEW',
        to: 'UNDER_REVIEW',
        when: 'Screening asks for a closer look.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'PENDING',
        trigger: 'DEACTIVATE',
        to: 'INACTIVE',
        when: 'Screening refuses the account.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'ACTIVE',
        trigger: 'REVIEW',
        to: 'UNDER_REVIEW',
        when: 'Something new about the account asks for a closer look.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'ACTIVE',
        trigger: 'DEACTIVATE',
        to: 'INACTIVE',
        when: 'The operator switches the account off.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'UNDER_REVIEW',
        trigger: 'ACTIVATE',
        to: 'ACTIVE',
        when: 'The review clears the account.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'UNDER_REVIEW',
        trigger: 'DEACTIVATE',
        to: 'INACTIVE',
        when: 'The review refuses the account.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'INACTIVE',
        trigger: 'REACTIVATE',
        to: 'ACTIVE',
        when: 'The operator switches the account on again.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'PENDING_OWNERSHIP_VERIFICATION',
        trigger: 'CHALLENGE',
        to: 'PENDING_OWNERSHIP_VERIFICATION',
        when: 'A challenge is started.',
        also: 'Replaces a challenge that is still open. The status stays, so there is no event.',
      },
      {
        from: 'PENDING_OWNERSHIP_VERIFICATION',
        trigger: 'PROVE',
        to: 'ACTIVE',
        when: 'The signature or the liveness check proves the ownership.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'PENDING_OWNERSHIP_VERIFICATION',
        trigger: 'DISPROVE',
        to: 'UNVERIFIED',
        when: 'The attempt fails, or its proof comes too late.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'UNVERIFIED',
        trigger: 'CHALLENGE',
        to: 'PENDING_OWNERSHIP_VERIFICATION',
        when: 'A new challenge is started after a failed attempt.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      },
    ],
  },
  'incoming-transaction': {
    resource: 'incoming-transaction',
    title: 'Incoming transaction',
    schema: 'IncomingTransactionStatus',
    initial: ['PENDING'],
    terminal: ['COMPLETED', 'FAILED'],
    states: {
      PENDING: {
        meaning: 'Money is expected on the internal account. The quote is not executed yet, the deposit is not cleared, or the platform has yet to approve a UMA payment.',
      },
      PROCESSING: { meaning: 'The funding is there and the credit is on its way.' },
      COMPLETED: { meaning: 'The internal account has been credited.' },
      FAILED: {
        meaning: 'The account was not credited. `failureReason` says why; whatever was taken from the sender is refunded.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE',
        to: 'PENDING',
        when: 'A quote to an internal account is created, a deposit to an account\'s payment instructions is seen, or a UMA sender starts a payment.',
        event: 'INCOMING_PAYMENT.PENDING',
      },
      {
        from: 'PENDING',
        trigger: 'CONFIRM',
        to: 'PROCESSING',
        when: 'The quote is executed, or the deposit is cleared, and no approval is needed.',
        event: 'INCOMING_PAYMENT.PROCESSING',
        also: 'An internal source account is debited.',
      },
      {
        from: 'PENDING',
        trigger: 'APPROVE',
        to: 'PROCESSING',
        when: 'The platform approves a UMA payment.',
        event: 'INCOMING_PAYMENT.PROCESSING',
      },
      {
        from: 'PENDING',
        trigger: 'EXPIRE',
        to: 'FAILED',
        when: 'The quote expires before it is executed or funded.',
        event: 'INCOMING_PAYMENT.FAILED',
        also: '`failureReason` is `QUOTE_EXPIRED`. Nothing was debited, so no refund follows.',
      },
      {
        from: 'PENDING',
        trigger: 'REJECT',
        to: 'FAILED',
        when: 'The platform rejects a UMA payment.',
        event: 'INCOMING_PAYMENT.FAILED',
        also: 'The sender\'s provider is told; the account is not credited.',
      },
      {
        from: 'PENDING',
        trigger: 'TIME_OUT',
        to: 'FAILED',
        when: 'The platform does not decide about a UMA payment within five seconds.',
        event: 'INCOMING_PAYMENT.FAILED',
        also: '`failureReason` is `PAYMENT_APPROVAL_TIMED_OUT`.',
      },
      {
        from: 'PENDING',
        trigger: 'FAIL',
        to: 'FAILED',
        when: 'Screening stops the payment, or the platform\'s endpoint breaks while it is asked to approve.',
        event: 'INCOMING_PAYMENT.FAILED',
        also: '`failureReason` is set.',
      },
      {
        from: 'PROCESSING',
        trigger: 'SETTLE',
        to: 'COMPLETED',
        when: 'The internal account is credited.',
        event: 'INCOMING_PAYMENT.COMPLETED',
        also: '`settledAt` is set.',
      },
      {
        from: 'PROCESSING',
        trigger: 'FAIL',
        to: 'FAILED',
        when: 'The collection, the conversion or the credit breaks.',
        event: 'INCOMING_PAYMENT.FAILED',
        also: '`failureReason` is set and a refund of whatever was debited starts by itself.',
      },
    ],
  },
  'outgoing-transaction': {
    resource: 'outgoing-transaction',
    title: 'Outgoing transaction',
    schema: 'OutgoingTransactionStatus',
    initial: ['PENDING'],
    terminal: ['EXPIRED', 'FAILED'],
    states: {
      PENDING: {
        meaning: 'Created with its quote and waiting for the quote to be executed or funded. No money has moved.',
      },
      PENDING_AUTHORIZATION: { meaning: 'Waiting for the customer to pass strong customer authentication. No money has moved.' },
      PROCESSING: { meaning: 'The source has been debited and the payout is on its way.' },
      COMPLETED: {
        meaning: 'The payout reached the destination. A bank can still return it, days later, so keep handling events after this.',
      },
      FAILED: {
        meaning: 'The payment did not go through, or was returned. `failureReason` says why; whatever was debited is refunded, and `refund` tells how far that is.',
      },
      EXPIRED: { meaning: 'The quote expired before it was executed. Nothing was debited.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE',
        to: 'PENDING',
        when: 'A quote to an external account or a UMA address is created.',
        event: 'OUTGOING_PAYMENT.PENDING',
        also: 'The source is not debited before the quote is executed.',
      },
      {
        from: 'PENDING',
        trigger: 'CONFIRM',
        to: 'PROCESSING',
        when: 'The quote is executed, or its deposit is seen, and the money is there.',
        event: 'OUTGOING_PAYMENT.PROCESSING',
        also: 'The source account is debited.',
      },
      {
        from: 'PENDING',
        trigger: 'REQUIRE_SCA',
        to: 'PENDING_AUTHORIZATION',
        when: 'The customer needs strong customer authentication before the payment may go on.',
        event: 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
        also: 'The challenge is read from the quote; the event does not carry it.',
      },
      {
        from: 'PENDING',
        trigger: 'EXPIRE',
        to: 'EXPIRED',
        when: 'The quote expires before it is executed or funded.',
        event: 'OUTGOING_PAYMENT.EXPIRED',
      },
      {
        from: 'PENDING_AUTHORIZATION',
        trigger: 'REQUIRE_SCA',
        to: 'PENDING_AUTHORIZATION',
        when: 'A challenge is passed and another one is needed.',
        event: 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
      },
      {
        from: 'PENDING_AUTHORIZATION',
        trigger: 'AUTHORIZE',
        to: 'PROCESSING',
        when: 'Every challenge is passed and the payment is funded from an account.',
        event: 'OUTGOING_PAYMENT.PROCESSING',
        also: 'The source account is debited.',
      },
      {
        from: 'PENDING_AUTHORIZATION',
        trigger: 'AUTHORIZE_TO_FUND',
        to: 'PENDING',
        when: 'Every challenge is passed and the payment has real-time funding, so that the deposit is still to come.',
        also: 'No event, because `OUTGOING_PAYMENT.PENDING` was sent when the quote was created.',
      },
      {
        from: 'PENDING_AUTHORIZATION',
        trigger: 'CHALLENGE_EXPIRE',
        to: 'FAILED',
        when: 'The challenge runs out before it is passed.',
        event: 'OUTGOING_PAYMENT.FAILED',
        also: '`failureReason` is `SCA_NOT_COMPLETED`. No money has moved, so no refund follows.',
      },
      {
        from: 'PROCESSING',
        trigger: 'SETTLE',
        to: 'COMPLETED',
        when: 'The payout reaches its destination.',
        event: 'OUTGOING_PAYMENT.COMPLETED',
        also: '`settledAt` is set.',
      },
      {
        from: 'PROCESSING',
        trigger: 'FAIL',
        to: 'FAILED',
        when: 'The payout breaks on its way.',
        event: 'OUTGOING_PAYMENT.FAILED',
        also: '`failureReason` is set and a refund starts by itself.',
      },
      {
        from: 'PROCESSING',
        trigger: 'DELIVER_AFTER_CANCEL',
        to: 'COMPLETED',
        when: 'The payment was cancelled and refunded, and the provider delivered it all the same.',
        event: 'OUTGOING_PAYMENT.COMPLETED',
        also: '`settledAt` is set beside the finished `refund`, which tells that the money also came back.',
      },
      {
        from: 'COMPLETED',
        trigger: 'RETURN',
        to: 'FAILED',
        when: 'The receiving bank sends the payout back after it was completed.',
        event: 'OUTGOING_PAYMENT.FAILED',
        also: '`failureReason` is `PAYOUT_RETURNED` and a refund starts by itself.',
      },
    ],
  },
  quote: {
    resource: 'quote',
    title: 'Quote',
    schema: 'QuoteStatus',
    initial: ['PENDING', 'PENDING_AUTHORIZATION'],
    terminal: ['COMPLETED', 'FAILED', 'EXPIRED'],
    states: {
      PENDING: {
        meaning: 'Priced and waiting. The price holds until `expiresAt`; no money has moved. A quote from an account waits to be executed, a quote with real-time funding waits for the deposit to its payment instructions.',
      },
      PENDING_AUTHORIZATION: {
        meaning: 'The customer must pass strong customer authentication. `scaChallenge` says how; no money has moved.',
      },
      PROCESSING: {
        meaning: 'Execution has begun and the source has been debited or the deposit has been seen. The outcome is on the way and cannot be called off.',
      },
      COMPLETED: {
        meaning: 'The payment reached its destination. A later bank return shows on the transaction and leaves the quote as it is.',
      },
      FAILED: {
        meaning: 'The payment did not go through, or its challenge ran out. The transaction carries the reason.',
      },
      EXPIRED: {
        meaning: 'Nobody executed or funded the quote in time. Nothing was debited; ask for a new quote.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE',
        to: 'PENDING',
        when: 'A quote is requested and priced.',
        also: 'The transaction is created in `PENDING`. With `immediatelyExecute` the same request goes on with `EXECUTE`.',
      },
      {
        from: null,
        trigger: 'CREATE_REQUIRES_SCA',
        to: 'PENDING_AUTHORIZATION',
        when: 'A quote with real-time funding is requested for a customer who needs strong customer authentication.',
        also: 'Answered with 202, and the payment instructions are held back until the challenge is passed.',
      },
      {
        from: 'PENDING',
        trigger: 'EXECUTE',
        to: 'PROCESSING',
        when: 'The quote is executed before it expires and the customer needs no strong customer authentication.',
        also: 'The source account is debited and the transaction is confirmed in the same step.',
      },
      {
        from: 'PENDING',
        trigger: 'EXECUTE_REQUIRES_SCA',
        to: 'PENDING_AUTHORIZATION',
        when: 'The quote is executed before it expires and the customer needs strong customer authentication.',
        also: 'The quote carries `scaChallenge`; nothing is debited yet.',
      },
      {
        from: 'PENDING',
        trigger: 'DEPOSIT',
        to: 'PROCESSING',
        when: 'The deposit for a quote with real-time funding arrives.',
        also: 'The transaction is confirmed.',
      },
      {
        from: 'PENDING',
        trigger: 'EXPIRE',
        to: 'EXPIRED',
        when: 'The time in `expiresAt` passes before the quote is executed or funded.',
        also: 'An outgoing transaction becomes `EXPIRED`; an incoming one `FAILED` with `QUOTE_EXPIRED`.',
      },
      {
        from: 'PENDING_AUTHORIZATION',
        trigger: 'AUTHORIZE',
        to: 'PROCESSING',
        when: 'The last challenge is passed and the quote is funded from an account.',
        also: 'The source account is debited.',
      },
      {
        from: 'PENDING_AUTHORIZATION',
        trigger: 'AUTHORIZE_MORE',
        to: 'PENDING_AUTHORIZATION',
        when: 'A challenge is passed and another one is needed.',
        also: 'The quote carries a new `scaChallenge`.',
      },
      {
        from: 'PENDING_AUTHORIZATION',
        trigger: 'AUTHORIZE_TO_FUND',
        to: 'PENDING',
        when: 'The last challenge is passed and the quote has real-time funding.',
        also: 'The payment instructions are now shown.',
      },
      {
        from: 'PENDING_AUTHORIZATION',
        trigger: 'CHALLENGE_EXPIRE',
        to: 'FAILED',
        when: 'The challenge runs out before it is passed.',
        also: 'The transaction fails with `SCA_NOT_COMPLETED`; no money has moved.',
      },
      {
        from: 'PROCESSING',
        trigger: 'SETTLE',
        to: 'COMPLETED',
        when: 'The payment reaches its destination.',
      },
      {
        from: 'PROCESSING',
        trigger: 'FAIL',
        to: 'FAILED',
        when: 'The payment breaks on its way.',
        also: 'The transaction carries `failureReason` and a refund starts by itself.',
      },
    ],
  },
  refund: {
    resource: 'refund',
    title: 'Refund',
    schema: 'RefundStatus',
    initial: ['PENDING'],
    terminal: ['COMPLETED', 'FAILED'],
    states: {
      PENDING: { meaning: 'The money is on its way back.' },
      COMPLETED: {
        meaning: 'The money is back where the refund rules send it. The status of the transaction does not change with it.',
      },
      FAILED: { meaning: 'The money could not be sent back. Support settles it by hand.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'START',
        to: 'PENDING',
        when: 'A transaction that had debited its source fails, is returned by the receiving bank, or is cancelled by hand while it is processing.',
        event: '*_PAYMENT.REFUND_PENDING',
        also: 'The transaction carries `refund` from now on.',
      },
      {
        from: 'PENDING',
        trigger: 'SETTLE',
        to: 'COMPLETED',
        when: 'The money arrives back.',
        event: '*_PAYMENT.REFUND_COMPLETED',
        also: '`refund.settledAt` is set. A refund to an internal account changes its balance in the same step.',
      },
      {
        from: 'PENDING',
        trigger: 'FAIL',
        to: 'FAILED',
        when: 'The money cannot be sent back.',
        event: '*_PAYMENT.REFUND_FAILED',
      },
    ],
  },
  'webhook-delivery': {
    resource: 'webhook-delivery',
    title: 'Webhook delivery',
    schema: 'WebhookDeliveryStatus',
    initial: ['PENDING'],
    terminal: ['DELIVERED', 'DEAD', 'SKIPPED'],
    states: {
      PENDING: { meaning: 'The event is committed and waits for its first attempt.' },
      WAITING: { meaning: 'The last attempt failed and the next one is due later.' },
      DELIVERED: { meaning: 'The endpoint took the event, or said that it already has it.' },
      DEAD: { meaning: 'Every attempt failed and no more will be made.' },
      SKIPPED: {
        meaning: 'No endpoint was configured when the delivery was due, so the event is kept in the log and not sent.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'APPEND',
        to: 'PENDING',
        when: 'An event happens.',
        also: 'Committed together with the change that the event tells about.',
      },
      {
        from: 'PENDING',
        trigger: 'SKIP',
        to: 'SKIPPED',
        when: 'The delivery is due and the platform has no webhook endpoint.',
      },
      {
        from: 'WAITING',
        trigger: 'SKIP',
        to: 'SKIPPED',
        when: 'The next attempt is due and the platform has taken its webhook endpoint away.',
      },
      {
        from: 'PENDING',
        trigger: 'SUCCEED',
        to: 'DELIVERED',
        when: 'The endpoint answers with any 2xx status.',
      },
      {
        from: 'PENDING',
        trigger: 'REFUSE_DUPLICATE',
        to: 'DELIVERED',
        when: 'The endpoint answers 409, which says that it already has this event.',
      },
      {
        from: 'PENDING',
        trigger: 'RETRY',
        to: 'WAITING',
        when: 'The attempt fails and the type of the event is one that is tried again.',
        also: 'The next attempt is due after 30 seconds.',
      },
      {
        from: 'PENDING',
        trigger: 'EXHAUST',
        to: 'DEAD',
        when: 'The attempt fails and the type of the event is never tried again (`TEST`, `INCOMING_PAYMENT.PENDING`).',
      },
      {
        from: 'WAITING',
        trigger: 'SUCCEED',
        to: 'DELIVERED',
        when: 'The endpoint answers with any 2xx status.',
      },
      {
        from: 'WAITING',
        trigger: 'REFUSE_DUPLICATE',
        to: 'DELIVERED',
        when: 'The endpoint answers 409, which says that it already has this event.',
      },
      {
        from: 'WAITING',
        trigger: 'RETRY',
        to: 'WAITING',
        when: 'The attempt fails again within seven days of the event.',
        also: 'The delay doubles with each attempt, up to 30 minutes.',
      },
      {
        from: 'WAITING',
        trigger: 'EXHAUST',
        to: 'DEAD',
        when: 'The attempt fails and seven days have passed since the event.',
      },
    ],
  },
} as const;

export type StateTables = typeof stateTables;

/** A resource whose status moves by a table. */
export type StatefulResource = keyof StateTables;

/** The states of a resource. */
export type StateOf<Resource extends StatefulResource> = keyof StateTables[Resource]['states'] & string;

/** What can happen to a resource. */
export type TriggerOf<Resource extends StatefulResource> = StateTables[Resource]['transitions'][number]['trigger'];

/** One row of a resource's table. */
export interface TransitionOf<Resource extends StatefulResource> {
  readonly from: StateOf<Resource> | null;
  readonly trigger: TriggerOf<Resource>;
  readonly to: StateOf<Resource>;
  readonly when: string;
  readonly event?: string;
  readonly also?: string;
}

export type ExternalAccountState = StateOf<'external-account'>;
export type ExternalAccountTrigger = TriggerOf<'external-account'>;
export type IncomingTransactionState = StateOf<'incoming-transaction'>;
export type IncomingTransactionTrigger = TriggerOf<'incoming-transaction'>;
export type OutgoingTransactionState = StateOf<'outgoing-transaction'>;
export type OutgoingTransactionTrigger = TriggerOf<'outgoing-transaction'>;
export type QuoteState = StateOf<'quote'>;
export type QuoteTrigger = TriggerOf<'quote'>;
export type RefundState = StateOf<'refund'>;
export type RefundTrigger = TriggerOf<'refund'>;
export type WebhookDeliveryState = StateOf<'webhook-delivery'>;
export type WebhookDeliveryTrigger = TriggerOf<'webhook-delivery'>;
