// Generated from spec/ by `pnpm gen`. Edit the files there, never this one.

/** Every state machine: its states, start, terminal states and transitions. */
export const stateTables = {
  'agent-action': {
    resource: 'agent-action',
    title: 'Agent action',
    schema: 'AgentActionStatus',
    initial: ['APPROVED', 'PENDING_APPROVAL'],
    terminal: ['APPROVED', 'REJECTED', 'FAILED'],
    states: {
      PENDING_APPROVAL: {
        meaning: 'The policy of the agent requires a decision of the platform. Nothing has been debited.',
      },
      APPROVED: {
        meaning: 'The policy or the platform approved the action, and its payment has started. Follow the transaction from now on.',
      },
      REJECTED: { meaning: 'The platform rejected the action. Nothing was debited.' },
      FAILED: {
        meaning: 'Its quote expired before the platform decided, or the approved action could no longer be carried out. Nothing was debited; the agent has to request the payment again.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'ALLOW',
        to: 'APPROVED',
        when: 'The agent requests a payment that its policy allows without approval.',
        also: 'The payment starts in the same step. The action has no event; the events of the payment follow.',
      },
      {
        from: null,
        trigger: 'REQUIRE_APPROVAL',
        to: 'PENDING_APPROVAL',
        when: 'The agent requests a payment that its policy allows only with approval.',
        event: 'AGENT_ACTION.PENDING_APPROVAL',
      },
      {
        from: 'PENDING_APPROVAL',
        trigger: 'APPROVE',
        to: 'APPROVED',
        when: 'The platform approves the action or its transaction, the policy still allows it, the quote has not expired and the funds are sufficient.',
        also: 'The payment starts in the same step, and its events follow.',
      },
      {
        from: 'PENDING_APPROVAL',
        trigger: 'APPROVE_IN_VAIN',
        to: 'FAILED',
        when: 'The platform approves it, but the quote has expired, the agent is paused, its policy no longer allows the payment, the account does not hold enough, or the daily volume is used up.',
        also: 'Nothing is debited. A transaction that is still pending ends as if its quote had expired.',
      },
      {
        from: 'PENDING_APPROVAL',
        trigger: 'EXPIRE',
        to: 'FAILED',
        when: 'Its quote or transfer expires before the platform has decided.',
        also: 'Its transaction ends in the same step, with its event. A later approval returns the action unchanged.',
      },
      {
        from: 'PENDING_APPROVAL',
        trigger: 'REJECT',
        to: 'REJECTED',
        when: 'The platform rejects the action or its transaction.',
        also: 'The action carries `rejectionReason` when a reason was given. Its transaction ends as if its quote had expired.',
      },
      {
        from: 'PENDING_APPROVAL',
        trigger: 'DELETE_AGENT',
        to: 'REJECTED',
        when: 'The agent is deleted while the action waits.',
        also: 'Its transaction ends as if its quote had expired.',
      },
    ],
  },
  'agent-device-code': {
    resource: 'agent-device-code',
    title: 'Agent device code',
    initial: ['UNREDEEMED'],
    terminal: ['REDEEMED', 'EXPIRED', 'REPLACED'],
    states: {
      UNREDEEMED: { meaning: 'The code waits for a program to redeem it.' },
      REDEEMED: { meaning: 'A program has redeemed the code and has the access token of the agent.' },
      EXPIRED: { meaning: 'The code was not redeemed within its 24 hours.' },
      REPLACED: { meaning: 'A newer code of the agent replaces it, or the agent is deleted.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'ISSUE',
        to: 'UNREDEEMED',
        when: 'An agent is created, or another code is requested while no program is connected.',
      },
      {
        from: 'UNREDEEMED',
        trigger: 'REDEEM',
        to: 'REDEEMED',
        when: 'A program redeems it.',
        also: 'The agent is connected, and the response carries its access token, only this once.',
      },
      {
        from: 'UNREDEEMED',
        trigger: 'EXPIRE',
        to: 'EXPIRED',
        when: 'A program tries to redeem it after the time in `expiresAt`. The code cannot be redeemed from that time on.',
      },
      {
        from: 'UNREDEEMED',
        trigger: 'REPLACE',
        to: 'REPLACED',
        when: 'Another code is issued for the same agent.',
      },
      { from: 'UNREDEEMED', trigger: 'DELETE_AGENT', to: 'REPLACED', when: 'The agent is deleted.' },
    ],
  },
  'auth-session': {
    resource: 'auth-session',
    title: 'Embedded wallet session',
    initial: ['ACTIVE'],
    terminal: ['EXPIRED', 'REVOKED'],
    states: {
      ACTIVE: { meaning: 'The key of the session can sign.' },
      EXPIRED: { meaning: 'Its 15 minutes are over. The customer has to sign in again.' },
      REVOKED: { meaning: 'The session was ended before it expired.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'VERIFY',
        to: 'ACTIVE',
        when: 'A customer proves a credential of the wallet.',
      },
      {
        from: null,
        trigger: 'REFRESH',
        to: 'ACTIVE',
        when: 'A new session is opened with the key of an active one.',
        also: 'The previous session continues until it ends by itself.',
      },
      { from: 'ACTIVE', trigger: 'EXPIRE', to: 'EXPIRED', when: 'The time in `expiresAt` passes.' },
      {
        from: 'ACTIVE',
        trigger: 'REVOKE',
        to: 'REVOKED',
        when: 'The session is ended by a signed request.',
      },
      {
        from: 'ACTIVE',
        trigger: 'DELETE_CREDENTIAL',
        to: 'REVOKED',
        when: 'The credential that it was opened with is deleted.',
      },
    ],
  },
  'authentication-lock': {
    resource: 'authentication-lock',
    title: 'Lock on a customer\'s authentication',
    initial: ['UNLOCKED'],
    terminal: [],
    states: {
      UNLOCKED: { meaning: 'The customer can authenticate. `failedAttempts` may be above zero.' },
      LOCKED: { meaning: 'No proof is accepted before `lockedUntil`.' },
      SUSPENDED: {
        meaning: 'No proof is accepted until the customer has reset the password. `suspended` is `true` and `lockedUntil` is `null`.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE',
        to: 'UNLOCKED',
        when: 'The customer is created in a region that needs strong customer authentication.',
        also: '`failedAttempts` is 0.',
      },
      {
        from: 'UNLOCKED',
        trigger: 'MISS',
        to: 'UNLOCKED',
        when: 'One of the first four attempts fails.',
        also: '`failedAttempts` increases by one.',
      },
      {
        from: 'UNLOCKED',
        trigger: 'MISS_FIFTH',
        to: 'LOCKED',
        when: 'The fifth attempt fails.',
        also: '`lockedUntil` is in 15 minutes.',
      },
      {
        from: 'UNLOCKED',
        trigger: 'MISS_SIXTH',
        to: 'LOCKED',
        when: 'The sixth attempt fails.',
        also: '`lockedUntil` is in 30 minutes.',
      },
      {
        from: 'UNLOCKED',
        trigger: 'MISS_SEVENTH',
        to: 'LOCKED',
        when: 'The seventh attempt fails.',
        also: '`lockedUntil` is in 1 hour.',
      },
      {
        from: 'UNLOCKED',
        trigger: 'MISS_EIGHTH',
        to: 'LOCKED',
        when: 'The eighth attempt fails.',
        also: '`lockedUntil` is in 24 hours.',
      },
      {
        from: 'UNLOCKED',
        trigger: 'MISS_NINTH',
        to: 'SUSPENDED',
        when: 'The ninth attempt fails.',
        also: 'The lock does not end by itself.',
      },
      {
        from: 'UNLOCKED',
        trigger: 'SUCCEED',
        to: 'UNLOCKED',
        when: 'A proof is right.',
        also: '`failedAttempts` is 0 again.',
      },
      {
        from: 'UNLOCKED',
        trigger: 'RESET_PASSWORD',
        to: 'UNLOCKED',
        when: 'The event `RESET_PASSWORD_COMPLETED` is recorded.',
        also: '`failedAttempts` is 0 again, and every login session of the customer ends.',
      },
      {
        from: 'LOCKED',
        trigger: 'UNLOCK',
        to: 'UNLOCKED',
        when: 'The time in `lockedUntil` passes.',
        also: '`failedAttempts` stays, so the next failed attempt locks for longer.',
      },
      {
        from: 'LOCKED',
        trigger: 'RESET_PASSWORD',
        to: 'UNLOCKED',
        when: 'The event `RESET_PASSWORD_COMPLETED` is recorded.',
        also: '`failedAttempts` is 0 again, and every login session of the customer ends.',
      },
      {
        from: 'SUSPENDED',
        trigger: 'RESET_PASSWORD',
        to: 'UNLOCKED',
        when: 'The event `RESET_PASSWORD_COMPLETED` is recorded.',
        also: '`failedAttempts` is 0 again, and every login session of the customer ends.',
      },
    ],
  },
  'bulk-import-job': {
    resource: 'bulk-import-job',
    title: 'Bulk import of customers',
    schema: 'BulkCustomerImportJobStatus',
    initial: ['PENDING'],
    terminal: ['COMPLETED', 'FAILED'],
    states: {
      PENDING: { meaning: 'The file has been received and is queued.' },
      PROCESSING: { meaning: 'The rows are being imported one after the other; `progress` counts them.' },
      COMPLETED: {
        meaning: 'Every row has been processed. `errors` lists the rows that were refused; the others are customers now.',
      },
      FAILED: {
        meaning: 'The file cannot be read any further. The rows counted in `successful` were imported and remain customers.',
      },
    },
    transitions: [
      { from: null, trigger: 'UPLOAD', to: 'PENDING', when: 'A file is uploaded.' },
      { from: 'PENDING', trigger: 'START', to: 'PROCESSING', when: 'The import starts.' },
      {
        from: 'PENDING',
        trigger: 'FAIL',
        to: 'FAILED',
        when: 'The file cannot be read as CSV, or its header lacks a column that every row needs, or the service failed three times to process it.',
        event: 'BULK_UPLOAD.FAILED',
        also: '`completedAt` is set. No customer was created.',
      },
      {
        from: 'PROCESSING',
        trigger: 'FINISH',
        to: 'COMPLETED',
        when: 'The last row has been processed, even if rows were refused.',
        event: 'BULK_UPLOAD.COMPLETED',
        also: '`completedAt` is set.',
      },
      {
        from: 'PROCESSING',
        trigger: 'FAIL',
        to: 'FAILED',
        when: 'The file is malformed at some row, or the service failed three times to process the rest.',
        event: 'BULK_UPLOAD.FAILED',
        also: '`completedAt` is set.',
      },
    ],
  },
  card: {
    resource: 'card',
    title: 'Card',
    schema: 'CardState',
    initial: ['PROCESSING', 'PENDING_KYC'],
    terminal: ['CLOSED'],
    states: {
      PENDING_KYC: {
        meaning: 'The issuer checks the cardholder itself before it makes the card. Only some card programs have this check; the sandbox has none.',
      },
      PROCESSING: { meaning: 'The issuer is making the card. It has no number yet and cannot be used.' },
      ACTIVE: { meaning: 'The card can be used.' },
      FROZEN: {
        meaning: 'New purchases are declined with `CARD_PAUSED`. Purchases authorized before still settle.',
      },
      CLOSED: {
        meaning: 'The card is closed permanently, for the reason in `stateReason`. Refunds of purchases and late settlements still arrive.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE',
        to: 'PROCESSING',
        when: 'The card is ordered for a verified customer.',
        also: 'No event; the response carries the state.',
      },
      {
        from: null,
        trigger: 'CREATE_UNVERIFIED',
        to: 'PENDING_KYC',
        when: 'The card is ordered in a program whose issuer checks the cardholder itself.',
        also: 'No event; the response carries the state.',
      },
      {
        from: 'PENDING_KYC',
        trigger: 'VERIFY',
        to: 'PROCESSING',
        when: 'The issuer accepts the cardholder.',
        event: 'CARD.STATE_CHANGE',
      },
      {
        from: 'PENDING_KYC',
        trigger: 'REJECT',
        to: 'CLOSED',
        when: 'The issuer refuses the cardholder.',
        event: 'CARD.STATE_CHANGE',
        also: '`stateReason` is `ISSUER_REJECTED`.',
      },
      {
        from: 'PENDING_KYC',
        trigger: 'CLOSE_BY_SERVICE',
        to: 'CLOSED',
        when: 'The cardholder is deleted before the issuer has accepted them.',
        event: 'CARD.STATE_CHANGE',
        also: '`stateReason` is `CLOSED_BY_SERVICE`.',
      },
      {
        from: 'PROCESSING',
        trigger: 'CLOSE_BY_SERVICE',
        to: 'CLOSED',
        when: 'The cardholder is deleted before the issuer has made the card.',
        event: 'CARD.STATE_CHANGE',
        also: '`stateReason` is `CLOSED_BY_SERVICE`.',
      },
      {
        from: 'PROCESSING',
        trigger: 'ACTIVATE',
        to: 'ACTIVE',
        when: 'The issuer has made the card.',
        event: 'CARD.STATE_CHANGE',
        also: '`last4`, `expMonth` and `expYear` appear.',
      },
      {
        from: 'PROCESSING',
        trigger: 'REJECT',
        to: 'CLOSED',
        when: 'The issuer refuses to make the card.',
        event: 'CARD.STATE_CHANGE',
        also: '`stateReason` is `ISSUER_REJECTED`.',
      },
      {
        from: 'ACTIVE',
        trigger: 'FREEZE',
        to: 'FROZEN',
        when: 'The platform freezes the card.',
        event: 'CARD.STATE_CHANGE',
      },
      {
        from: 'ACTIVE',
        trigger: 'CLOSE',
        to: 'CLOSED',
        when: 'The platform closes the card.',
        event: 'CARD.STATE_CHANGE',
        also: '`stateReason` is `CLOSED_BY_PLATFORM`. The funding sources are detached.',
      },
      {
        from: 'ACTIVE',
        trigger: 'CLOSE_BY_SERVICE',
        to: 'CLOSED',
        when: 'The service closes the card, for example after fraud or because the cardholder is deleted.',
        event: 'CARD.STATE_CHANGE',
        also: '`stateReason` is `CLOSED_BY_SERVICE`. The funding sources are detached.',
      },
      {
        from: 'FROZEN',
        trigger: 'UNFREEZE',
        to: 'ACTIVE',
        when: 'The platform unfreezes the card.',
        event: 'CARD.STATE_CHANGE',
      },
      {
        from: 'FROZEN',
        trigger: 'CLOSE',
        to: 'CLOSED',
        when: 'The platform closes the frozen card.',
        event: 'CARD.STATE_CHANGE',
        also: '`stateReason` is `CLOSED_BY_PLATFORM`. The funding sources are detached.',
      },
      {
        from: 'FROZEN',
        trigger: 'CLOSE_BY_SERVICE',
        to: 'CLOSED',
        when: 'The service closes the frozen card, for example because the cardholder is deleted.',
        event: 'CARD.STATE_CHANGE',
        also: '`stateReason` is `CLOSED_BY_SERVICE`. The funding sources are detached.',
      },
    ],
  },
  'card-pull': {
    resource: 'card-pull',
    title: 'Pull for a card',
    initial: ['PENDING', 'FAILED'],
    terminal: ['CONFIRMED', 'FAILED'],
    states: {
      PENDING: { meaning: 'The funding source is being debited, and the debit is not confirmed yet.' },
      CONFIRMED: { meaning: 'The funding source was debited.' },
      FAILED: {
        meaning: 'The funding source was not debited, or the debit failed later. The service bears the amount that the merchant was paid.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'REQUEST',
        to: 'PENDING',
        when: 'A purchase is authorized, its amount is raised, or more than the held amount is settled.',
      },
      {
        from: null,
        trigger: 'REFUSE',
        to: 'FAILED',
        when: 'The merchant raises the held amount or settles more than it, and the funding source does not hold enough.',
      },
      {
        from: 'PENDING',
        trigger: 'CONFIRM',
        to: 'CONFIRMED',
        when: 'The debit of the funding source is final.',
      },
      {
        from: 'PENDING',
        trigger: 'FAIL',
        to: 'FAILED',
        when: 'The debit of the funding source fails.',
        also: 'The account gets back the debited amount. The transaction becomes `EXCEPTION` if the merchant was paid.',
      },
    ],
  },
  'card-transaction': {
    resource: 'card-transaction',
    title: 'Card transaction',
    schema: 'CardTransactionStatus',
    initial: ['AUTHORIZED', 'SETTLED', 'DECLINED'],
    terminal: ['DECLINED', 'EXCEPTION'],
    states: {
      AUTHORIZED: {
        meaning: 'The purchase, or the merchant\'s refund, was approved. The amount of a purchase is held; nothing is settled.',
      },
      PARTIALLY_SETTLED: { meaning: 'The merchant has settled a part of the amount; the rest is still held.' },
      SETTLED: {
        meaning: 'No further amount will be settled. A purchase keeps this status when it is refunded later. It can still become `EXCEPTION` while the funding source is being debited.',
      },
      DECLINED: { meaning: 'The purchase was refused, for the reason in `declineReason`. No money moved.' },
      EXCEPTION: {
        meaning: 'The merchant was paid, but the funding source could not be debited; or the merchant refunded money, but the funding source could not be credited. The operator settles the transaction manually. A purchase keeps this status when it is refunded later, and a refund when the merchant reverses it.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'AUTHORIZE',
        to: 'AUTHORIZED',
        when: 'The network asks about a purchase or a refund, and it is approved.',
        event: 'CARD_TRANSACTION.AUTHORIZED',
        also: 'The amount of a purchase is debited from the funding source and held.',
      },
      {
        from: null,
        trigger: 'DECLINE',
        to: 'DECLINED',
        when: 'The network asks about a purchase or a refund, and it is refused.',
        event: 'CARD_TRANSACTION.DECLINED',
        also: '`declineReason` is set.',
      },
      {
        from: null,
        trigger: 'POST',
        to: 'SETTLED',
        when: 'A purchase is authorized and settled in one message, or a merchant makes a refund that was not authorized before.',
        event: 'CARD_TRANSACTION.SETTLED',
        also: 'A refund is a separate transaction with `direction` `CREDIT`. Its purchase, if there is one, takes the transition RETURN.',
      },
      {
        from: 'AUTHORIZED',
        trigger: 'ADJUST',
        to: 'AUTHORIZED',
        when: 'The merchant changes the held amount.',
        event: 'CARD_TRANSACTION.AUTHORIZED',
      },
      {
        from: 'AUTHORIZED',
        trigger: 'CLEAR_PART',
        to: 'PARTIALLY_SETTLED',
        when: 'The merchant settles less than the held amount.',
        event: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
      },
      {
        from: 'AUTHORIZED',
        trigger: 'CLEAR',
        to: 'SETTLED',
        when: 'The merchant settles the held amount or more.',
        event: 'CARD_TRANSACTION.SETTLED',
        also: 'The part above the held amount is debited from the funding source separately.',
      },
      {
        from: 'AUTHORIZED',
        trigger: 'REVERSE',
        to: 'SETTLED',
        when: 'The merchant reverses the authorization.',
        event: 'CARD_TRANSACTION.SETTLED',
        also: '`settledAmount` is zero and the held amount is released.',
      },
      {
        from: 'AUTHORIZED',
        trigger: 'EXPIRE',
        to: 'SETTLED',
        when: 'The merchant does not settle in time.',
        event: 'CARD_TRANSACTION.SETTLED',
        also: '`settledAmount` is zero and the held amount is released.',
      },
      {
        from: 'PARTIALLY_SETTLED',
        trigger: 'ADJUST',
        to: 'PARTIALLY_SETTLED',
        when: 'The merchant changes the held amount, and some of it is still to be settled.',
        event: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
      },
      {
        from: 'PARTIALLY_SETTLED',
        trigger: 'ADJUST_TO_SETTLED',
        to: 'SETTLED',
        when: 'The merchant lowers the held amount to the amount already settled.',
        event: 'CARD_TRANSACTION.SETTLED',
      },
      {
        from: 'PARTIALLY_SETTLED',
        trigger: 'CLEAR_PART',
        to: 'PARTIALLY_SETTLED',
        when: 'The merchant settles another part, and some remains.',
        event: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
      },
      {
        from: 'PARTIALLY_SETTLED',
        trigger: 'CLEAR',
        to: 'SETTLED',
        when: 'The merchant settles the rest, or more.',
        event: 'CARD_TRANSACTION.SETTLED',
        also: 'The part above the held amount is debited from the funding source separately.',
      },
      {
        from: 'PARTIALLY_SETTLED',
        trigger: 'REVERSE',
        to: 'SETTLED',
        when: 'The merchant reverses the part that is not settled yet.',
        event: 'CARD_TRANSACTION.SETTLED',
        also: 'The amount held beyond `settledAmount` is released.',
      },
      {
        from: 'PARTIALLY_SETTLED',
        trigger: 'EXPIRE',
        to: 'SETTLED',
        when: 'The merchant does not settle the rest in time.',
        event: 'CARD_TRANSACTION.SETTLED',
        also: 'The amount held beyond `settledAmount` is released.',
      },
      {
        from: 'PARTIALLY_SETTLED',
        trigger: 'RETURN',
        to: 'PARTIALLY_SETTLED',
        when: 'The merchant refunds a part of the settled amount.',
        event: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
        also: '`refundedAmount` increases, and the refund is a separate transaction.',
      },
      {
        from: 'PARTIALLY_SETTLED',
        trigger: 'REVERSE_RETURN',
        to: 'PARTIALLY_SETTLED',
        when: 'The merchant reverses a refund.',
        event: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
        also: '`refundedAmount` decreases again. If the balance does not cover the amount, the held amount pays it.',
      },
      {
        from: 'PARTIALLY_SETTLED',
        trigger: 'FAIL_PULL',
        to: 'EXCEPTION',
        when: 'The funding source cannot be debited for the settled part.',
        event: 'CARD_TRANSACTION.EXCEPTION',
      },
      {
        from: 'PARTIALLY_SETTLED',
        trigger: 'FAIL_CREDIT',
        to: 'EXCEPTION',
        when: 'The refund of the merchant cannot be credited, because the account is closed or full.',
        event: 'CARD_TRANSACTION.EXCEPTION',
      },
      {
        from: 'SETTLED',
        trigger: 'RETURN',
        to: 'SETTLED',
        when: 'The merchant refunds some or all of the purchase.',
        event: 'CARD_TRANSACTION.SETTLED',
        also: '`refundedAmount` increases, and the refund is a separate transaction.',
      },
      {
        from: 'SETTLED',
        trigger: 'REVERSE_RETURN',
        to: 'SETTLED',
        when: 'The merchant reverses a refund. Both transactions take this transition, the purchase and the refund.',
        event: 'CARD_TRANSACTION.SETTLED',
        also: '`refundedAmount` of the purchase decreases again, `settledAmount` of the refund is zero, and the funding source is debited again.',
      },
      {
        from: 'SETTLED',
        trigger: 'FAIL_PULL',
        to: 'EXCEPTION',
        when: 'The funding source cannot be debited after the merchant was paid.',
        event: 'CARD_TRANSACTION.EXCEPTION',
      },
      {
        from: 'SETTLED',
        trigger: 'FAIL_CREDIT',
        to: 'EXCEPTION',
        when: 'The refund of the merchant cannot be credited, because the account is closed or full.',
        event: 'CARD_TRANSACTION.EXCEPTION',
        also: 'The service owes the amount to the customer.',
      },
      {
        from: 'EXCEPTION',
        trigger: 'RETURN',
        to: 'EXCEPTION',
        when: 'The merchant refunds some or all of a purchase for which the customer has not paid in full.',
        event: 'CARD_TRANSACTION.EXCEPTION',
        also: '`refundedAmount` increases, and the refund is a separate transaction. The customer is credited at most the amount they paid for the purchase; the rest covers the loss of the service.',
      },
      {
        from: 'EXCEPTION',
        trigger: 'REVERSE_RETURN',
        to: 'EXCEPTION',
        when: 'The merchant reverses a refund. This transition applies to a purchase in `EXCEPTION`, and to a refund that is owed.',
        event: 'CARD_TRANSACTION.EXCEPTION',
        also: '`refundedAmount` of the purchase decreases again, and `settledAmount` of the refund is zero. The credit of the refund is debited from the customer, or the amount still owed is cancelled; the service bears the rest.',
      },
    ],
  },
  customer: {
    resource: 'customer',
    title: 'Customer verification',
    schema: 'CustomerVerificationStatus',
    initial: ['UNVERIFIED', 'APPROVED', 'REJECTED', 'RESOLVE_ERRORS'],
    terminal: ['APPROVED', 'REJECTED'],
    states: {
      UNVERIFIED: {
        meaning: 'There is no decision yet: nothing was submitted, or a submission is still being decided.',
      },
      RESOLVE_ERRORS: {
        meaning: 'A submission is incomplete or a document of it cannot be used. The verification lists every problem. Fix all of them, then submit the customer again.',
      },
      APPROVED: { meaning: 'The identity is verified. A change of name does not undo it.' },
      REJECTED: {
        meaning: 'The identity could not be verified, and the decision is final. A change of name does not undo it.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE',
        to: 'UNVERIFIED',
        when: 'A platform that works under the service\'s own licences creates a customer.',
        also: 'No event, with one exception: in a sandbox that skips the paperwork, the decision about a person whose name ends in `001` starts at once, and `CUSTOMER.KYC_PENDING` is sent.',
      },
      {
        from: null,
        trigger: 'CREATE_APPROVED',
        to: 'APPROVED',
        when: 'A regulated platform, which verifies its customers itself, creates a customer; or a sandbox that skips the paperwork approves a person by the name.',
        also: '`CUSTOMER.KYC_APPROVED` is sent in the sandbox only; a regulated platform knows its own decision.',
      },
      {
        from: null,
        trigger: 'CREATE_REJECTED',
        to: 'REJECTED',
        when: 'A sandbox that skips the paperwork rejects a person whose name ends in `002`.',
        event: 'CUSTOMER.KYC_REJECTED',
      },
      {
        from: null,
        trigger: 'CREATE_INCOMPLETE',
        to: 'RESOLVE_ERRORS',
        when: 'A sandbox that skips the paperwork requires more information from a person whose name ends in `003`.',
        also: 'No event; the response carries the status.',
      },
      {
        from: 'UNVERIFIED',
        trigger: 'SUBMIT',
        to: 'UNVERIFIED',
        when: 'A submission is complete and the decision takes longer than the request.',
        event: 'CUSTOMER.KYC_PENDING',
        also: '`CUSTOMER.KYB_PENDING` for a business. `kycStatus` or `kybStatus` becomes `PENDING`.',
      },
      {
        from: 'UNVERIFIED',
        trigger: 'SUBMIT_INCOMPLETE',
        to: 'RESOLVE_ERRORS',
        when: 'Something is missing from a submission.',
        also: 'The verification lists every missing field and document; `VERIFICATION.RESOLVE_ERRORS` is sent.',
      },
      {
        from: 'UNVERIFIED',
        trigger: 'REFUSE',
        to: 'RESOLVE_ERRORS',
        when: 'The check of the submission finds a document or a field that cannot be used.',
        also: 'The verification names it; `VERIFICATION.RESOLVE_ERRORS` is sent.',
      },
      {
        from: 'UNVERIFIED',
        trigger: 'APPROVE',
        to: 'APPROVED',
        when: 'A complete submission is approved.',
        event: 'CUSTOMER.KYC_APPROVED',
        also: '`CUSTOMER.KYB_APPROVED` for a business.',
      },
      {
        from: 'UNVERIFIED',
        trigger: 'REJECT',
        to: 'REJECTED',
        when: 'A complete submission is rejected.',
        event: 'CUSTOMER.KYC_REJECTED',
        also: '`CUSTOMER.KYB_REJECTED` for a business.',
      },
      {
        from: 'RESOLVE_ERRORS',
        trigger: 'SUBMIT_INCOMPLETE',
        to: 'RESOLVE_ERRORS',
        when: 'The customer is submitted again and something is still missing.',
        also: 'The verification lists what is missing now.',
      },
      {
        from: 'RESOLVE_ERRORS',
        trigger: 'SUBMIT',
        to: 'UNVERIFIED',
        when: 'The customer is submitted again, complete, and the decision takes longer than the request.',
        event: 'CUSTOMER.KYC_PENDING',
        also: '`CUSTOMER.KYB_PENDING` for a business.',
      },
      {
        from: 'RESOLVE_ERRORS',
        trigger: 'APPROVE',
        to: 'APPROVED',
        when: 'The customer is submitted again, complete, and approved at once.',
        event: 'CUSTOMER.KYC_APPROVED',
        also: '`CUSTOMER.KYB_APPROVED` for a business.',
      },
      {
        from: 'RESOLVE_ERRORS',
        trigger: 'REJECT',
        to: 'REJECTED',
        when: 'The customer is submitted again, complete, and rejected at once.',
        event: 'CUSTOMER.KYC_REJECTED',
        also: '`CUSTOMER.KYB_REJECTED` for a business.',
      },
      {
        from: 'RESOLVE_ERRORS',
        trigger: 'REFUSE',
        to: 'RESOLVE_ERRORS',
        when: 'The customer is submitted again, complete, and the check refuses a document or a field.',
        also: 'The verification names it; `VERIFICATION.RESOLVE_ERRORS` is sent.',
      },
    ],
  },
  'delegated-key': {
    resource: 'delegated-key',
    title: 'Delegated key',
    schema: 'DelegatedKeyStatus',
    initial: ['PENDING'],
    terminal: ['REVOKED'],
    states: {
      PENDING: {
        meaning: 'The key exists but has no rules yet, so it cannot sign. It waits for the second signature of the owner.',
      },
      ACTIVE: { meaning: 'The key signs the purchases made with its card.' },
      REVOKED: { meaning: 'The key can never sign again.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE',
        to: 'PENDING',
        when: 'The second of the three requests for the key carries the first signature of the owner.',
        also: 'The response is 202 with the payload for the second signature.',
      },
      {
        from: 'PENDING',
        trigger: 'ACTIVATE',
        to: 'ACTIVE',
        when: 'The third request carries the second signature.',
        also: 'The rules of the key are set. The response is 201.',
      },
      {
        from: 'ACTIVE',
        trigger: 'REVOKE',
        to: 'REVOKED',
        when: 'The key is deleted.',
        also: 'Purchases that were authorized before are still paid; new ones are declined.',
      },
    ],
  },
  'external-account': {
    resource: 'external-account',
    title: 'External account',
    schema: 'ExternalAccountStatus',
    initial: ['PENDING', 'ACTIVE', 'PENDING_OWNERSHIP_VERIFICATION'],
    terminal: [],
    states: {
      PENDING: { meaning: 'The account was created and is being screened. It cannot be paid yet.' },
      ACTIVE: { meaning: 'The account can be paid.' },
      PENDING_OWNERSHIP_VERIFICATION: {
        meaning: 'The account is a self-custody wallet of the customer, and its ownership is not proved yet. It can be paid below the amount from which the law requires that proof.',
      },
      UNVERIFIED: {
        meaning: 'The last attempt to prove the ownership failed. It cannot be paid until a new challenge is started.',
      },
      UNDER_REVIEW: {
        meaning: 'Screening found something that a person must review. The account cannot be paid during the review.',
      },
      INACTIVE: { meaning: 'The account is switched off. It cannot be paid until it is switched on again.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE_ACTIVE',
        to: 'ACTIVE',
        when: 'The account is created and screening clears it at once, as the sandbox does.',
        also: 'No event; the response carries the status.',
      },
      {
        from: null,
        trigger: 'CREATE_PENDING',
        to: 'PENDING',
        when: 'The account is created and screening takes longer than the request.',
        also: 'No event; the response carries the status.',
      },
      {
        from: null,
        trigger: 'CREATE_UNOWNED',
        to: 'PENDING_OWNERSHIP_VERIFICATION',
        when: 'A self-custody wallet of the customer is created in a region where its ownership must be proved.',
        also: 'No event; the response carries the status.',
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
        when: 'Screening requires a review.',
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
        when: 'New information about the account requires a review.',
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
        also: 'It replaces a challenge that is still open. The status does not change, so there is no event.',
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
        when: 'The attempt fails, or its proof arrives too late.',
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
  'factor-reset': {
    resource: 'factor-reset',
    title: 'Factor reset',
    schema: 'TwoFactorResetStage',
    initial: ['INITIATED'],
    terminal: ['COMPLETED', 'REJECTED', 'EXPIRED'],
    states: {
      INITIATED: { meaning: 'The customer has to take the liveness check.' },
      PENDING_REVIEW: { meaning: 'The customer took the check, and the outcome is pending.' },
      LIVENESS_PASSED: { meaning: 'The check proved the identity of the customer. The reset can be completed.' },
      COMPLETED: { meaning: 'The old factor is removed.' },
      REJECTED: { meaning: 'The check did not prove the identity of the customer. The old factor remains.' },
      EXPIRED: { meaning: 'The reset was not completed in time. The old factor remains.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'START',
        to: 'INITIATED',
        when: 'A reset is started, at most five times in 24 hours for one customer.',
      },
      {
        from: 'INITIATED',
        trigger: 'SUBMIT',
        to: 'PENDING_REVIEW',
        when: 'The customer has taken the check.',
      },
      { from: 'INITIATED', trigger: 'EXPIRE', to: 'EXPIRED', when: 'The time in `expiresAt` passes.' },
      {
        from: 'PENDING_REVIEW',
        trigger: 'PASS',
        to: 'LIVENESS_PASSED',
        when: 'The check proves the identity of the customer.',
      },
      {
        from: 'PENDING_REVIEW',
        trigger: 'REJECT',
        to: 'REJECTED',
        when: 'The check does not prove the identity of the customer.',
      },
      {
        from: 'PENDING_REVIEW',
        trigger: 'EXPIRE',
        to: 'EXPIRED',
        when: 'The time in `expiresAt` passes.',
      },
      {
        from: 'LIVENESS_PASSED',
        trigger: 'COMPLETE',
        to: 'COMPLETED',
        when: 'The platform completes the reset.',
        also: 'An authenticator app or a passkey has to be enrolled again; codes by text message go to the new phone.',
      },
      {
        from: 'LIVENESS_PASSED',
        trigger: 'EXPIRE',
        to: 'EXPIRED',
        when: 'The time in `expiresAt` passes.',
      },
    ],
  },
  'incoming-transaction': {
    resource: 'incoming-transaction',
    title: 'Incoming transaction',
    schema: 'IncomingTransactionStatus',
    initial: ['PENDING'],
    terminal: ['FAILED'],
    reopened: {
      COMPLETED: 'From the first release, the description of the interface has told callers to keep handling events after `COMPLETED`, because a bank can return a payment later. This table omitted the return of a payment to a UMA address.',
    },
    states: {
      PENDING: {
        meaning: 'Money is expected on the internal account. The quote is not executed yet, the bank has not paid the direct debit, the deposit has not cleared, or the platform has not approved a UMA payment yet.',
      },
      PROCESSING: { meaning: 'The funding has arrived and the credit is in progress.' },
      COMPLETED: {
        meaning: 'The internal account has been credited, or the payment has reached the external account that the customer chose for it. The bank of that account can still return it, days later, so keep handling events.',
      },
      FAILED: {
        meaning: 'The account was not credited, or its bank returned the payment. `failureReason` says why. Any debited amount is refunded, and `refund` shows the progress.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE',
        to: 'PENDING',
        when: 'A quote to an internal account is created, a deposit to an account\'s payment instructions is detected, or a UMA sender starts a payment.',
        event: 'INCOMING_PAYMENT.PENDING',
      },
      {
        from: 'PENDING',
        trigger: 'CONFIRM',
        to: 'PROCESSING',
        when: 'The quote is executed, a direct debit has been collected, or a deposit has cleared, and no approval is needed.',
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
        when: 'The quote expires before it is executed or funded. Or an agent requested the payment, and the platform rejects it.',
        event: 'INCOMING_PAYMENT.FAILED',
        also: '`failureReason` is `QUOTE_EXPIRED`. Nothing was debited, so no refund follows.',
      },
      {
        from: 'PENDING',
        trigger: 'CHALLENGE_EXPIRE',
        to: 'FAILED',
        when: 'The customer who pays has to authenticate, and the challenge expires before it is passed.',
        event: 'INCOMING_PAYMENT.FAILED',
        also: '`failureReason` is `SCA_NOT_COMPLETED`. No money has moved, so no refund follows.',
      },
      {
        from: 'PENDING',
        trigger: 'ASK',
        to: 'PENDING',
        when: 'The platform requests more information about the payer, and the other provider returns it.',
        also: '`counterpartyInformation` has the requested information, and the platform has another five seconds. No event is sent.',
      },
      {
        from: 'PENDING',
        trigger: 'REJECT',
        to: 'FAILED',
        when: 'The platform rejects a UMA payment, or requests information about the payer and the other provider does not return all of it.',
        event: 'INCOMING_PAYMENT.FAILED',
        also: '`failureReason` is `COMPLIANCE_REJECTED`. The sender\'s provider is notified; the account is not credited.',
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
        when: 'The bank does not pay the direct debit, the direct debit is cancelled, screening stops the payment, or the platform\'s endpoint returns an error to the approval request.',
        event: 'INCOMING_PAYMENT.FAILED',
        also: '`failureReason` is set. Nothing was debited, so no refund follows.',
      },
      {
        from: 'PROCESSING',
        trigger: 'HOLD',
        to: 'PROCESSING',
        when: 'The payment is held for a compliance review, or until the customer acts.',
        also: '`pendingReason` says why, for as long as the payment is held. The status does not change, so no event is sent; the payment then settles or fails.',
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
        when: 'The collection, the conversion or the credit fails.',
        event: 'INCOMING_PAYMENT.FAILED',
        also: '`failureReason` is set, and a refund of any debited amount starts automatically.',
      },
      {
        from: 'PROCESSING',
        trigger: 'DELIVER_AFTER_CANCEL',
        to: 'COMPLETED',
        when: 'The forwarding of the payment was stopped and refunded, but the provider delivered it anyway.',
        event: 'INCOMING_PAYMENT.COMPLETED',
        also: '`settledAt` is set in addition to the finished `refund`, which shows that the money also went back.',
      },
      {
        from: 'PROCESSING',
        trigger: 'FAIL_AFTER_CANCEL',
        to: 'FAILED',
        when: 'The forwarding of the payment was stopped, its refund has ended, and the provider will no longer deliver it.',
        event: 'INCOMING_PAYMENT.FAILED',
        also: '`failureReason` is `QUOTE_EXECUTION_FAILED`; `refund.reason` is `USER_CANCELLATION`, and `refund.status` shows whether the money went back. No second refund follows.',
      },
      {
        from: 'COMPLETED',
        trigger: 'RETURN',
        to: 'FAILED',
        when: 'A UMA payment was forwarded to the external account that the customer chose, and the bank of that account returns it after it was completed.',
        event: 'INCOMING_PAYMENT.FAILED',
        also: '`failureReason` is `PAYOUT_RETURNED`, and a refund starts automatically. If the payer is a customer of the platform, the outgoing transaction fails with `PAYOUT_RETURNED` too, and its refund goes to the sender.',
      },
    ],
  },
  'internal-account': {
    resource: 'internal-account',
    title: 'Internal account',
    schema: 'InternalAccountStatus',
    initial: ['PENDING', 'ACTIVE'],
    terminal: ['CLOSED', 'FAILED'],
    states: {
      PENDING: { meaning: 'The account is being set up. It neither sends nor receives yet.' },
      ACTIVE: { meaning: 'The account sends and receives.' },
      FROZEN: {
        meaning: 'The account is held for a compliance or fraud check. It neither sends nor receives until the hold is lifted.',
      },
      CLOSED: {
        meaning: 'The customer closed the account, or was deleted. Money that still arrives for it is returned.',
      },
      FAILED: { meaning: 'The account could not be set up.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE_ACTIVE',
        to: 'ACTIVE',
        when: 'The account is opened and ready at once, as in the sandbox.',
        also: 'No event; the list of accounts shows it.',
      },
      {
        from: null,
        trigger: 'CREATE_PENDING',
        to: 'PENDING',
        when: 'The account is opened, and its setup takes longer than the request.',
        also: 'No event; the list of accounts shows it.',
      },
      {
        from: 'PENDING',
        trigger: 'ACTIVATE',
        to: 'ACTIVE',
        when: 'The account is set up.',
        event: 'INTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'PENDING',
        trigger: 'FAIL',
        to: 'FAILED',
        when: 'The setup of the account fails.',
        event: 'INTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'ACTIVE',
        trigger: 'FREEZE',
        to: 'FROZEN',
        when: 'A compliance or fraud check holds the account.',
        event: 'INTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'FROZEN',
        trigger: 'RELEASE',
        to: 'ACTIVE',
        when: 'The hold is lifted.',
        event: 'INTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'ACTIVE',
        trigger: 'CLOSE',
        to: 'CLOSED',
        when: 'The customer closes the account, which is empty, or is deleted.',
        event: 'INTERNAL_ACCOUNT.STATUS_UPDATED',
      },
    ],
  },
  invitation: {
    resource: 'invitation',
    title: 'Invitation',
    schema: 'UmaInvitationStatus',
    initial: ['PENDING'],
    terminal: ['CLAIMED', 'EXPIRED', 'CANCELLED'],
    states: {
      PENDING: { meaning: 'The invitation can be claimed.' },
      CLAIMED: {
        meaning: 'The person in `inviteeUma` claimed the invitation. The inviter can now make the promised payment.',
      },
      EXPIRED: { meaning: 'The invitation was not claimed before `expiresAt`.' },
      CANCELLED: { meaning: 'The platform that created the invitation withdrew it.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE',
        to: 'PENDING',
        when: 'A platform creates an invitation for one of its customers.',
      },
      {
        from: 'PENDING',
        trigger: 'CLAIM',
        to: 'CLAIMED',
        when: 'The platform of the invited person claims it in time.',
        event: 'INVITATION.CLAIMED',
        also: '`inviteeUma` and `claimedAt` are set. The event goes to the platform of the inviter. No money moves.',
      },
      {
        from: 'PENDING',
        trigger: 'CANCEL',
        to: 'CANCELLED',
        when: 'The platform that created it cancels it.',
      },
      {
        from: 'PENDING',
        trigger: 'EXPIRE',
        to: 'EXPIRED',
        when: 'The time in `expiresAt` passes before anyone claims it.',
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
        meaning: 'The transaction was created with its quote and waits until the quote is executed or funded. No money has moved.',
      },
      PENDING_AUTHORIZATION: { meaning: 'The customer has to pass strong customer authentication. No money has moved.' },
      PROCESSING: {
        meaning: 'The source has been debited, and the payout is in progress or held. `pendingReason` says why it is held.',
      },
      COMPLETED: {
        meaning: 'The payout reached the destination. A bank can still return it, days later, so keep handling events.',
      },
      FAILED: {
        meaning: 'The payment did not go through, or was returned. `failureReason` says why. Any debited amount is refunded, and `refund` shows the progress.',
      },
      EXPIRED: {
        meaning: 'The quote expired before it was executed. Nothing was debited. A deposit that arrives late is refunded, and `refund` shows the progress.',
      },
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
        when: 'The quote is executed and the account holds enough, or the deposit of the quote arrives.',
        event: 'OUTGOING_PAYMENT.PROCESSING',
        also: 'The source account is debited.',
      },
      {
        from: 'PENDING',
        trigger: 'REQUIRE_SCA',
        to: 'PENDING_AUTHORIZATION',
        when: 'The customer needs strong customer authentication before the payment can continue.',
        event: 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
        also: 'The challenge is read from the quote; the event does not carry it.',
      },
      {
        from: 'PENDING',
        trigger: 'EXPIRE',
        to: 'EXPIRED',
        when: 'The quote expires before it is executed or funded. Or an agent requested the payment, and the platform rejects it.',
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
        when: 'Every challenge is passed and the payment has real-time funding, so the deposit is still expected.',
        also: 'No event, because `OUTGOING_PAYMENT.PENDING` was sent when the quote was created.',
      },
      {
        from: 'PENDING_AUTHORIZATION',
        trigger: 'CHALLENGE_EXPIRE',
        to: 'FAILED',
        when: 'The challenge expires before it is passed.',
        event: 'OUTGOING_PAYMENT.FAILED',
        also: '`failureReason` is `SCA_NOT_COMPLETED`. No money has moved, so no refund follows.',
      },
      {
        from: 'PROCESSING',
        trigger: 'HOLD',
        to: 'PROCESSING',
        when: 'The payment is held for a compliance review, or until the customer acts.',
        also: '`pendingReason` says why, for as long as the payment is held. The status does not change, so no event is sent; the payment then settles or fails.',
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
        when: 'The payout fails.',
        event: 'OUTGOING_PAYMENT.FAILED',
        also: '`failureReason` is set, and a refund starts automatically. If the provider reports nothing for a day after the payout was due, the payment fails with `QUOTE_EXECUTION_FAILED`, and its refund has the reason `TIMEOUT`. If the quoted rate is refused at execution, the payment fails at once with `QUOTE_RATE_UNAVAILABLE`, before anything is exchanged.',
      },
      {
        from: 'PROCESSING',
        trigger: 'DELIVER_AFTER_CANCEL',
        to: 'COMPLETED',
        when: 'The payment was cancelled and refunded, but the provider delivered it anyway.',
        event: 'OUTGOING_PAYMENT.COMPLETED',
        also: '`settledAt` is set in addition to the finished `refund`, which shows that the money also came back.',
      },
      {
        from: 'PROCESSING',
        trigger: 'FAIL_AFTER_CANCEL',
        to: 'FAILED',
        when: 'The payment was cancelled, its refund has ended, and the provider will no longer deliver it.',
        event: 'OUTGOING_PAYMENT.FAILED',
        also: '`failureReason` is `QUOTE_EXECUTION_FAILED`; `refund.reason` is `USER_CANCELLATION`, and `refund.status` shows whether the money came back. No second refund follows.',
      },
      {
        from: 'COMPLETED',
        trigger: 'RETURN',
        to: 'FAILED',
        when: 'The receiving bank returns the payout after it was completed.',
        event: 'OUTGOING_PAYMENT.FAILED',
        also: '`failureReason` is `PAYOUT_RETURNED`, and a refund starts automatically.',
      },
    ],
  },
  'ownership-challenge': {
    resource: 'ownership-challenge',
    title: 'Ownership challenge',
    initial: ['OPEN'],
    terminal: ['PROVED', 'FAILED', 'REPLACED'],
    states: {
      OPEN: {
        meaning: 'The customer has to sign the message, or to take the liveness check, before `expiresAt`.',
      },
      EXPIRED: { meaning: 'The time ran out before an attempt was made. The account does not change.' },
      PROVED: { meaning: 'The customer owns the wallet. The account is `ACTIVE`.' },
      FAILED: { meaning: 'The attempt failed. The account is `UNVERIFIED` until a new challenge is started.' },
      REPLACED: { meaning: 'A newer challenge for the same account replaced it.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'CHALLENGE',
        to: 'OPEN',
        when: 'A challenge is started for a wallet in `PENDING_OWNERSHIP_VERIFICATION`.',
        also: 'A challenge that is still open is replaced. The status of the account does not change.',
      },
      {
        from: null,
        trigger: 'CHALLENGE_AGAIN',
        to: 'OPEN',
        when: 'A challenge is started for a wallet in `UNVERIFIED`.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
        also: 'The account is `PENDING_OWNERSHIP_VERIFICATION` again.',
      },
      {
        from: 'OPEN',
        trigger: 'PROVE',
        to: 'PROVED',
        when: 'The signature is valid and in time, which is known at once; or the liveness check is passed, which takes longer.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      {
        from: 'OPEN',
        trigger: 'DISPROVE',
        to: 'FAILED',
        when: 'The signature is wrong, or the liveness check is not passed.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      { from: 'OPEN', trigger: 'EXPIRE', to: 'EXPIRED', when: 'The time in `expiresAt` passes.' },
      {
        from: 'OPEN',
        trigger: 'REPLACE',
        to: 'REPLACED',
        when: 'Another challenge is started, with the same method or the other one.',
      },
      {
        from: 'EXPIRED',
        trigger: 'PROVE_LATE',
        to: 'FAILED',
        when: 'A signature arrives after `expiresAt`, valid or not.',
        event: 'EXTERNAL_ACCOUNT.STATUS_UPDATED',
      },
      { from: 'EXPIRED', trigger: 'REPLACE', to: 'REPLACED', when: 'Another challenge is started.' },
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
        meaning: 'The quote is priced. The price is valid until `expiresAt`; no money has moved. A quote from an account waits to be executed. A quote with real-time funding waits for the deposit to its payment instructions.',
      },
      PENDING_AUTHORIZATION: {
        meaning: 'The customer must pass strong customer authentication; see `scaChallenge`. No money has moved.',
      },
      PROCESSING: {
        meaning: 'Execution has started: the source has been debited, the direct debit has been submitted to its bank, or the deposit has been detected. The quote can no longer be cancelled; its payment can be cancelled on slow rails until it settles.',
      },
      COMPLETED: {
        meaning: 'The payment reached its destination. A later bank return changes the transaction, not the quote.',
      },
      FAILED: { meaning: 'The payment failed, or its challenge expired. The transaction carries the reason.' },
      EXPIRED: {
        meaning: 'The quote was not executed or funded in time. Nothing was debited; request a new quote.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE',
        to: 'PENDING',
        when: 'A quote is requested and priced.',
        also: 'The transaction is created in `PENDING`. With `immediatelyExecute`, the same request continues with `EXECUTE`.',
      },
      {
        from: null,
        trigger: 'CREATE_REQUIRES_SCA',
        to: 'PENDING_AUTHORIZATION',
        when: 'A quote with real-time funding is requested for a customer who needs strong customer authentication.',
        also: 'The response is 202, and the payment instructions are not shown until the challenge is passed.',
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
        when: 'The challenge expires before it is passed.',
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
        when: 'The payment fails in processing.',
        also: 'The transaction carries `failureReason`, and a refund starts automatically.',
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
      PENDING: {
        meaning: 'The refund is in progress. The refund of a payment that its bank returned also waits here, with an attempt every hour, while the platform\'s internal account has less than the platform fee of the payment, which it gives back first. Fund that account.',
      },
      COMPLETED: {
        meaning: 'The refund has arrived. The status of the transaction does not change with it. The status of a cancelled payment changes when the provider reports whether it delivered the payment anyway.',
      },
      FAILED: {
        meaning: 'The money could not be sent back, or the platform\'s account that owes the platform fee is closed. Support settles the refund manually.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'START',
        to: 'PENDING',
        when: 'A transaction that had debited its source fails, is returned by the receiving bank, or is cancelled manually while it is processing. A deposit is also refunded if its amount differs from its quote, or if it arrives after the quote expired.',
        event: '*_PAYMENT.REFUND_PENDING',
        also: 'The transaction carries `refund` from now on.',
      },
      {
        from: 'PENDING',
        trigger: 'SETTLE',
        to: 'COMPLETED',
        when: 'The refund arrives.',
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
  'sca-challenge': {
    resource: 'sca-challenge',
    title: 'Authentication challenge',
    initial: ['OPEN'],
    terminal: ['PASSED', 'EXPIRED', 'REPLACED'],
    states: {
      OPEN: {
        meaning: 'The customer has to give a proof before `expiresAt`. No money has moved and nothing has changed.',
      },
      PASSED: {
        meaning: 'The proof was accepted. A challenge is passed once, and its proof cannot be used again.',
      },
      EXPIRED: { meaning: 'No proof was accepted in time.' },
      REPLACED: { meaning: 'A newer challenge for the same change of trust, or the same login, replaced it.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'REQUIRE_FOR_PAYMENT',
        to: 'OPEN',
        when: 'A quote of a customer who needs strong customer authentication is executed, or is created with real-time funding, or one challenge was passed and the payment needs another one.',
        event: 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
        also: 'The quote carries the challenge in `scaChallenge`. A code is sent when the factor is `SMS_OTP`.',
      },
      {
        from: null,
        trigger: 'REQUIRE_FOR_LOGIN',
        to: 'OPEN',
        when: 'A login is started.',
        also: 'A code is sent when the factor is `SMS_OTP`. The response shows an id only for a challenge with a code.',
      },
      {
        from: null,
        trigger: 'REQUIRE_FOR_TRUST',
        to: 'OPEN',
        when: 'A change of trust in an external account is started.',
        also: 'The response carries the challenge. A code is sent when the factor is `SMS_OTP`.',
      },
      {
        from: 'OPEN',
        trigger: 'RESEND',
        to: 'OPEN',
        when: 'A new code is requested and the factor is `SMS_OTP`.',
        also: 'Codes sent before are no longer valid. `expiresAt` does not change.',
      },
      {
        from: 'OPEN',
        trigger: 'MISS',
        to: 'OPEN',
        when: 'A proof is wrong.',
        also: 'It counts as a failed attempt of the customer, and the fifth one in a row locks their authentication.',
      },
      {
        from: 'OPEN',
        trigger: 'PASS',
        to: 'PASSED',
        when: 'A proof of one of `availableFactors` is valid and in time.',
        also: 'The payment or the change of trust continues in the same step.',
      },
      {
        from: 'OPEN',
        trigger: 'REPLACE',
        to: 'REPLACED',
        when: 'A change of trust in the same account, or a login with the same factor, is started again.',
      },
      {
        from: 'OPEN',
        trigger: 'EXPIRE',
        to: 'EXPIRED',
        when: 'The time in `expiresAt` passes.',
        also: 'A payment fails with `SCA_NOT_COMPLETED`, and no money has moved. A change of trust does not take effect.',
      },
    ],
  },
  'sca-enrollment': {
    resource: 'sca-enrollment',
    title: 'Factor enrollment',
    schema: 'ScaEnrollmentStatus',
    initial: ['PENDING'],
    terminal: ['COMPLETED'],
    states: {
      PENDING: { meaning: 'The enrollment has started, or a reset requires it. The factor cannot be used yet.' },
      COMPLETED: {
        meaning: 'The factor is enrolled. Removing a passkey ends its enrollment; enrolling again is a new enrollment.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'START',
        to: 'PENDING',
        when: 'The enrollment of an authenticator app or a passkey is started.',
        also: 'Refused for a second passkey with `PASSKEY_ALREADY_ENROLLED`.',
      },
      {
        from: null,
        trigger: 'RESET',
        to: 'PENDING',
        when: 'The reset of an authenticator app or a passkey is completed.',
        also: 'The old factor is no longer valid.',
      },
      {
        from: 'PENDING',
        trigger: 'START',
        to: 'PENDING',
        when: 'The enrollment is started again.',
        also: 'The secret or the options returned before are no longer valid.',
      },
      {
        from: 'PENDING',
        trigger: 'MISS',
        to: 'PENDING',
        when: 'The first code is wrong or late, or the passkey or its origin is not valid.',
      },
      {
        from: 'PENDING',
        trigger: 'CONFIRM',
        to: 'COMPLETED',
        when: 'The first code of the app, or the new passkey, proves that the customer has the factor.',
        also: 'A new authenticator app replaces the previous one.',
      },
    ],
  },
  'stablecoin-issuance': {
    resource: 'stablecoin-issuance',
    title: 'Stablecoin registration',
    schema: 'StablecoinIssuanceStatus',
    initial: ['PENDING_REVIEW'],
    terminal: ['PROVISIONED', 'REJECTED', 'FAILED'],
    states: {
      PENDING_REVIEW: { meaning: 'The provider knows the token and is reviewing it.' },
      PROVISIONING: { meaning: 'The provider approved the token and is linking it.' },
      PROVISIONED: { meaning: 'The token is linked, and can be minted and burned through the provider.' },
      REJECTED: { meaning: 'The provider or the operator refused the token.' },
      FAILED: { meaning: 'The token could not be linked. Ask the provider.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'REGISTER',
        to: 'PENDING_REVIEW',
        when: 'The platform registers a token that the provider knows.',
      },
      {
        from: 'PENDING_REVIEW',
        trigger: 'APPROVE',
        to: 'PROVISIONING',
        when: 'The provider approves the token.',
      },
      {
        from: 'PENDING_REVIEW',
        trigger: 'REJECT',
        to: 'REJECTED',
        when: 'The provider or the operator refuses the token.',
      },
      {
        from: 'PROVISIONING',
        trigger: 'PROVISION',
        to: 'PROVISIONED',
        when: 'The provider has linked it.',
      },
      { from: 'PROVISIONING', trigger: 'FAIL', to: 'FAILED', when: 'The provider cannot link it.' },
    ],
  },
  'stablecoin-operation': {
    resource: 'stablecoin-operation',
    title: 'Stablecoin operation',
    schema: 'StablecoinOperationStatus',
    initial: ['CREATED'],
    terminal: ['COMPLETED', 'FAILED', 'EXPIRED'],
    states: {
      CREATED: {
        meaning: 'The mint or burn is stored and is being submitted to the provider. No response shows this status.',
      },
      PENDING_FUNDING: {
        meaning: 'The operation waits for the funds that you have to send according to `fundingInstructions`, before `expiresAt`.',
      },
      PENDING_PROVIDER: {
        meaning: 'The provider collects the money from the bank account or from us. You need to do nothing.',
      },
      PROCESSING: { meaning: 'The tokens are being minted, or burned and paid out.' },
      COMPLETED: { meaning: 'The tokens, or the money of a burn, have arrived.' },
      FAILED: { meaning: 'The operation failed, for the reason in `failureReason`.' },
      EXPIRED: {
        meaning: 'No funds arrived in time. Create another operation, and do not use the old instructions.',
      },
    },
    transitions: [
      { from: null, trigger: 'CREATE', to: 'CREATED', when: 'The platform requests a mint or a burn.' },
      {
        from: 'CREATED',
        trigger: 'AWAIT_FUNDING',
        to: 'PENDING_FUNDING',
        when: 'The provider has returned instructions for a mint by wire, or for a burn of tokens from outside.',
      },
      {
        from: 'CREATED',
        trigger: 'AWAIT_PROVIDER',
        to: 'PENDING_PROVIDER',
        when: 'The provider has accepted a mint that is paid by debit or from an internal account.',
      },
      { from: 'CREATED', trigger: 'FAIL', to: 'FAILED', when: 'The provider refuses the operation.' },
      {
        from: 'PENDING_FUNDING',
        trigger: 'FUND',
        to: 'PROCESSING',
        when: 'The wire or the tokens have arrived.',
      },
      {
        from: 'PENDING_FUNDING',
        trigger: 'EXPIRE',
        to: 'EXPIRED',
        when: 'The time in `expiresAt` passes before anything arrives.',
      },
      {
        from: 'PENDING_FUNDING',
        trigger: 'FAIL',
        to: 'FAILED',
        when: 'The provider stops the operation, for example because something else was sent.',
      },
      {
        from: 'PENDING_PROVIDER',
        trigger: 'FUND',
        to: 'PROCESSING',
        when: 'The provider has collected the money.',
      },
      {
        from: 'PENDING_PROVIDER',
        trigger: 'FAIL',
        to: 'FAILED',
        when: 'The bank returns the debit, or the provider stops the operation.',
      },
      {
        from: 'PROCESSING',
        trigger: 'SETTLE',
        to: 'COMPLETED',
        when: 'The tokens are in the wallet, or the money is in the bank account.',
      },
      {
        from: 'PROCESSING',
        trigger: 'FAIL',
        to: 'FAILED',
        when: 'The provider cannot mint or burn the tokens, or the payout is returned.',
      },
    ],
  },
  'stablecoin-provider-account': {
    resource: 'stablecoin-provider-account',
    title: 'Stablecoin provider account',
    schema: 'StablecoinProviderAccountStatus',
    initial: ['ACTIVE'],
    terminal: [],
    states: {
      ACTIVE: { meaning: 'The provider accepts the credentials.' },
      INVALID: { meaning: 'The provider no longer accepts the credentials. Link the account again with new ones.' },
      REVOKED: {
        meaning: 'The link was withdrawn, by the operator or at the provider. Link the account again to use it.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'LINK',
        to: 'ACTIVE',
        when: 'The platform links an account, and the provider accepts the credentials.',
        also: 'If the provider refuses the credentials, no link is created.',
      },
      {
        from: 'ACTIVE',
        trigger: 'INVALIDATE',
        to: 'INVALID',
        when: 'The provider refuses the credentials at a later use.',
      },
      {
        from: 'ACTIVE',
        trigger: 'REVOKE',
        to: 'REVOKED',
        when: 'The operator or the provider withdraws the link.',
      },
      {
        from: 'INVALID',
        trigger: 'LINK',
        to: 'ACTIVE',
        when: 'The platform links the same account again with credentials that the provider accepts.',
        also: 'The id does not change, so stablecoins that use the link keep working.',
      },
      {
        from: 'INVALID',
        trigger: 'REVOKE',
        to: 'REVOKED',
        when: 'The operator or the provider withdraws the link.',
      },
      {
        from: 'REVOKED',
        trigger: 'LINK',
        to: 'ACTIVE',
        when: 'The platform links the same account again with credentials that the provider accepts.',
        also: 'The id does not change, so stablecoins that use the link keep working.',
      },
    ],
  },
  'stablecoin-service-operations': {
    resource: 'stablecoin-service-operations',
    title: 'Stablecoin service operations',
    schema: 'StablecoinServiceOperationsStatus',
    initial: ['NOT_ENABLED'],
    terminal: [],
    states: {
      NOT_ENABLED: {
        meaning: 'The token is not a currency of the platform, and this was never requested. It can be requested.',
      },
      PENDING_APPROVAL: { meaning: 'The platform requested it, and the operator decides. Another request changes nothing.' },
      ENABLING: { meaning: 'The operator approved it, and the setup is in progress.' },
      ENABLED: {
        meaning: 'The token is a currency of the platform: accounts can hold it, and quotes can send it.',
      },
      DISABLED: {
        meaning: 'The operator refused it or switched it off. Accounts keep what they hold. Only the operator can change that.',
      },
    },
    transitions: [
      { from: null, trigger: 'REGISTER', to: 'NOT_ENABLED', when: 'The stablecoin is registered.' },
      {
        from: 'NOT_ENABLED',
        trigger: 'REQUEST',
        to: 'PENDING_APPROVAL',
        when: 'The platform requests it.',
      },
      {
        from: 'PENDING_APPROVAL',
        trigger: 'REQUEST',
        to: 'PENDING_APPROVAL',
        when: 'The platform requests it again.',
        also: 'The response is the same as that of the first request.',
      },
      { from: 'PENDING_APPROVAL', trigger: 'APPROVE', to: 'ENABLING', when: 'The operator approves it.' },
      { from: 'PENDING_APPROVAL', trigger: 'DISABLE', to: 'DISABLED', when: 'The operator refuses.' },
      { from: 'ENABLING', trigger: 'ENABLE', to: 'ENABLED', when: 'The setup is complete.' },
      {
        from: 'ENABLING',
        trigger: 'DISABLE',
        to: 'DISABLED',
        when: 'The operator withdraws the approval.',
      },
      {
        from: 'ENABLED',
        trigger: 'DISABLE',
        to: 'DISABLED',
        when: 'The operator switches it off.',
        also: 'Mints and burns through the provider still work. Quotes can no longer send the token.',
      },
      { from: 'DISABLED', trigger: 'APPROVE', to: 'ENABLING', when: 'The operator switches it on again.' },
    ],
  },
  verification: {
    resource: 'verification',
    title: 'Verification',
    schema: 'VerificationStatus',
    initial: ['IN_PROGRESS', 'RESOLVE_ERRORS'],
    terminal: ['APPROVED', 'REJECTED'],
    states: {
      RESOLVE_ERRORS: { meaning: 'Something is missing or unusable. `errors` lists every problem, one entry each.' },
      READY_FOR_VERIFICATION: {
        meaning: 'Every listed problem is resolved. Submit the customer again with `POST /verifications`.',
      },
      IN_PROGRESS: { meaning: 'The submission is complete and is being checked. You need to do nothing.' },
      PENDING_MANUAL_REVIEW: {
        meaning: 'A person is reviewing the submission. This can take some days; you need to do nothing.',
      },
      APPROVED: { meaning: 'The customer is verified.' },
      REJECTED: { meaning: 'The customer could not be verified, and the decision is final.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'SUBMIT',
        to: 'IN_PROGRESS',
        when: 'A customer is submitted for the first time and nothing is missing.',
        event: 'VERIFICATION.IN_PROGRESS',
        also: '`CUSTOMER.KYC_PENDING` or `CUSTOMER.KYB_PENDING` is sent, unless the decision is made within the request.',
      },
      {
        from: null,
        trigger: 'SUBMIT_INCOMPLETE',
        to: 'RESOLVE_ERRORS',
        when: 'A customer is submitted for the first time and something is missing.',
        event: 'VERIFICATION.RESOLVE_ERRORS',
        also: 'The customer\'s `verificationStatus` becomes `RESOLVE_ERRORS`.',
      },
      {
        from: 'RESOLVE_ERRORS',
        trigger: 'COMPLETE',
        to: 'READY_FOR_VERIFICATION',
        when: 'The last problem in `errors` is resolved.',
        event: 'VERIFICATION.READY_FOR_VERIFICATION',
        also: '`errors` is empty. The customer stays in `RESOLVE_ERRORS` until it is submitted again.',
      },
      {
        from: 'RESOLVE_ERRORS',
        trigger: 'SUBMIT',
        to: 'IN_PROGRESS',
        when: 'The customer is submitted again and nothing is missing.',
        event: 'VERIFICATION.IN_PROGRESS',
        also: '`CUSTOMER.KYC_PENDING` or `CUSTOMER.KYB_PENDING` is sent, unless the decision is made within the request.',
      },
      {
        from: 'RESOLVE_ERRORS',
        trigger: 'SUBMIT_INCOMPLETE',
        to: 'RESOLVE_ERRORS',
        when: 'The customer is submitted again and something is still missing.',
        also: '`errors` lists what is missing now. The status does not change, so there is no event.',
      },
      {
        from: 'READY_FOR_VERIFICATION',
        trigger: 'UNDO',
        to: 'RESOLVE_ERRORS',
        when: 'Provided data is removed again, for example a document is deleted.',
        event: 'VERIFICATION.RESOLVE_ERRORS',
      },
      {
        from: 'READY_FOR_VERIFICATION',
        trigger: 'SUBMIT',
        to: 'IN_PROGRESS',
        when: 'The customer is submitted again.',
        event: 'VERIFICATION.IN_PROGRESS',
        also: '`CUSTOMER.KYC_PENDING` or `CUSTOMER.KYB_PENDING` is sent, unless the decision is made within the request.',
      },
      {
        from: 'IN_PROGRESS',
        trigger: 'REVIEW',
        to: 'PENDING_MANUAL_REVIEW',
        when: 'The check cannot be decided automatically.',
        event: 'VERIFICATION.PENDING_MANUAL_REVIEW',
      },
      {
        from: 'IN_PROGRESS',
        trigger: 'REFUSE',
        to: 'RESOLVE_ERRORS',
        when: 'The check finds a document or a field that cannot be used.',
        event: 'VERIFICATION.RESOLVE_ERRORS',
        also: 'The customer\'s `verificationStatus` becomes `RESOLVE_ERRORS`.',
      },
      {
        from: 'IN_PROGRESS',
        trigger: 'APPROVE',
        to: 'APPROVED',
        when: 'The check finds everything in order.',
        event: 'VERIFICATION.APPROVED',
        also: 'The customer becomes `APPROVED`; `CUSTOMER.KYC_APPROVED` or `CUSTOMER.KYB_APPROVED` is sent.',
      },
      {
        from: 'IN_PROGRESS',
        trigger: 'REJECT',
        to: 'REJECTED',
        when: 'The check finds that the customer cannot be served.',
        event: 'VERIFICATION.REJECTED',
        also: 'The customer becomes `REJECTED`; `CUSTOMER.KYC_REJECTED` or `CUSTOMER.KYB_REJECTED` is sent.',
      },
      {
        from: 'PENDING_MANUAL_REVIEW',
        trigger: 'REFUSE',
        to: 'RESOLVE_ERRORS',
        when: 'The reviewer requires other or better documents or data.',
        event: 'VERIFICATION.RESOLVE_ERRORS',
        also: 'The customer\'s `verificationStatus` becomes `RESOLVE_ERRORS`.',
      },
      {
        from: 'PENDING_MANUAL_REVIEW',
        trigger: 'APPROVE',
        to: 'APPROVED',
        when: 'The reviewer approves the customer.',
        event: 'VERIFICATION.APPROVED',
        also: 'The customer becomes `APPROVED`; `CUSTOMER.KYC_APPROVED` or `CUSTOMER.KYB_APPROVED` is sent.',
      },
      {
        from: 'PENDING_MANUAL_REVIEW',
        trigger: 'REJECT',
        to: 'REJECTED',
        when: 'The reviewer rejects the customer.',
        event: 'VERIFICATION.REJECTED',
        also: 'The customer becomes `REJECTED`; `CUSTOMER.KYC_REJECTED` or `CUSTOMER.KYB_REJECTED` is sent.',
      },
    ],
  },
  'webhook-delivery': {
    resource: 'webhook-delivery',
    title: 'Webhook delivery',
    initial: ['PENDING'],
    terminal: ['DELIVERED', 'DEAD', 'SKIPPED'],
    states: {
      PENDING: { meaning: 'The event is committed and waits for its first attempt.' },
      WAITING: { meaning: 'The last attempt failed and the next one is due later.' },
      DELIVERED: { meaning: 'The endpoint accepted the event, or reported that it already has it.' },
      DEAD: { meaning: 'Every attempt failed, and no further attempt follows.' },
      SKIPPED: {
        meaning: 'No endpoint was configured when the delivery was due, so the event is stored and not sent until the platform requests it.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'APPEND',
        to: 'PENDING',
        when: 'An event happens.',
        also: 'The event is committed together with the change that it reports.',
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
        when: 'The next attempt is due and the platform has removed its webhook endpoint.',
      },
      {
        from: 'PENDING',
        trigger: 'SUCCEED',
        to: 'DELIVERED',
        when: 'The endpoint returns any 2xx status.',
      },
      {
        from: 'PENDING',
        trigger: 'REFUSE_DUPLICATE',
        to: 'DELIVERED',
        when: 'The endpoint returns 409, which means that it already has this event.',
      },
      {
        from: 'PENDING',
        trigger: 'RETRY',
        to: 'WAITING',
        when: 'The attempt fails, and events of this type are retried.',
        also: 'The next attempt is due after 30 seconds.',
      },
      {
        from: 'PENDING',
        trigger: 'EXHAUST',
        to: 'DEAD',
        when: 'The attempt fails, and events of this type are never retried (`TEST`, `INCOMING_PAYMENT.PENDING`).',
      },
      {
        from: 'WAITING',
        trigger: 'SUCCEED',
        to: 'DELIVERED',
        when: 'The endpoint returns any 2xx status.',
      },
      {
        from: 'WAITING',
        trigger: 'REFUSE_DUPLICATE',
        to: 'DELIVERED',
        when: 'The endpoint returns 409, which means that it already has this event.',
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
      {
        from: null,
        trigger: 'RESEND',
        to: 'PENDING',
        when: 'The platform requests an event whose delivery has ended, and has an endpoint.',
        also: 'The event is delivered again and is due at once; the count of its attempts continues.',
      },
      {
        from: 'WAITING',
        trigger: 'RESEND',
        to: 'WAITING',
        when: 'The platform requests the event, has an endpoint, and no attempt is in progress.',
        also: 'The next attempt is due at once.',
      },
    ],
  },
} as const;

export type StateTables = typeof stateTables;

/** A resource with a state table. */
export type StatefulResource = keyof StateTables;

/** The states of a resource; for a union of resources, the union of their states. */
export type StateOf<Resource extends StatefulResource> = {
  [Each in Resource]: keyof StateTables[Each]['states'] & string;
}[Resource];

/** The triggers of the transitions of a resource. */
export type TriggerOf<Resource extends StatefulResource> = StateTables[Resource]['transitions'][number]['trigger'];

/** The events of the transitions with a trigger; includes undefined if one of them emits no event. */
export type StateEventOf<Resource extends StatefulResource, Trigger extends TriggerOf<Resource> = TriggerOf<Resource>> =
  Extract<StateTables[Resource]['transitions'][number], { readonly trigger: Trigger }> extends infer Row
    ? Row extends { readonly event: infer Event }
      ? Event
      : undefined
    : never;

/** One transition of a resource. */
export interface TransitionOf<Resource extends StatefulResource> {
  readonly from: StateOf<Resource> | null;
  readonly trigger: TriggerOf<Resource>;
  readonly to: StateOf<Resource>;
  readonly when: string;
  readonly event?: string;
  readonly also?: string;
}

export type AgentActionState = StateOf<'agent-action'>;
export type AgentActionTrigger = TriggerOf<'agent-action'>;
export type AgentDeviceCodeState = StateOf<'agent-device-code'>;
export type AgentDeviceCodeTrigger = TriggerOf<'agent-device-code'>;
export type AuthSessionState = StateOf<'auth-session'>;
export type AuthSessionTrigger = TriggerOf<'auth-session'>;
export type AuthenticationLockState = StateOf<'authentication-lock'>;
export type AuthenticationLockTrigger = TriggerOf<'authentication-lock'>;
export type BulkImportJobState = StateOf<'bulk-import-job'>;
export type BulkImportJobTrigger = TriggerOf<'bulk-import-job'>;
export type CardTrigger = TriggerOf<'card'>;
export type CardPullState = StateOf<'card-pull'>;
export type CardPullTrigger = TriggerOf<'card-pull'>;
export type CardTransactionState = StateOf<'card-transaction'>;
export type CardTransactionTrigger = TriggerOf<'card-transaction'>;
export type CustomerState = StateOf<'customer'>;
export type CustomerTrigger = TriggerOf<'customer'>;
export type DelegatedKeyState = StateOf<'delegated-key'>;
export type DelegatedKeyTrigger = TriggerOf<'delegated-key'>;
export type ExternalAccountState = StateOf<'external-account'>;
export type ExternalAccountTrigger = TriggerOf<'external-account'>;
export type FactorResetState = StateOf<'factor-reset'>;
export type FactorResetTrigger = TriggerOf<'factor-reset'>;
export type IncomingTransactionState = StateOf<'incoming-transaction'>;
export type IncomingTransactionTrigger = TriggerOf<'incoming-transaction'>;
export type InternalAccountState = StateOf<'internal-account'>;
export type InternalAccountTrigger = TriggerOf<'internal-account'>;
export type InvitationState = StateOf<'invitation'>;
export type InvitationTrigger = TriggerOf<'invitation'>;
export type OutgoingTransactionState = StateOf<'outgoing-transaction'>;
export type OutgoingTransactionTrigger = TriggerOf<'outgoing-transaction'>;
export type OwnershipChallengeState = StateOf<'ownership-challenge'>;
export type OwnershipChallengeTrigger = TriggerOf<'ownership-challenge'>;
export type QuoteState = StateOf<'quote'>;
export type QuoteTrigger = TriggerOf<'quote'>;
export type RefundState = StateOf<'refund'>;
export type RefundTrigger = TriggerOf<'refund'>;
export type ScaChallengeState = StateOf<'sca-challenge'>;
export type ScaChallengeTrigger = TriggerOf<'sca-challenge'>;
export type ScaEnrollmentState = StateOf<'sca-enrollment'>;
export type ScaEnrollmentTrigger = TriggerOf<'sca-enrollment'>;
export type StablecoinIssuanceState = StateOf<'stablecoin-issuance'>;
export type StablecoinIssuanceTrigger = TriggerOf<'stablecoin-issuance'>;
export type StablecoinOperationState = StateOf<'stablecoin-operation'>;
export type StablecoinOperationTrigger = TriggerOf<'stablecoin-operation'>;
export type StablecoinProviderAccountState = StateOf<'stablecoin-provider-account'>;
export type StablecoinProviderAccountTrigger = TriggerOf<'stablecoin-provider-account'>;
export type StablecoinServiceOperationsState = StateOf<'stablecoin-service-operations'>;
export type StablecoinServiceOperationsTrigger = TriggerOf<'stablecoin-service-operations'>;
export type VerificationState = StateOf<'verification'>;
export type VerificationTrigger = TriggerOf<'verification'>;
export type WebhookDeliveryState = StateOf<'webhook-delivery'>;
export type WebhookDeliveryTrigger = TriggerOf<'webhook-delivery'>;
