// Generated from spec/ by `pnpm gen`. Edit the files there, never this one.

/** Every state machine: its states, where it starts and ends, and what moves it. */
export const stateTables = {
  'agent-action': {
    resource: 'agent-action',
    title: 'Agent action',
    schema: 'AgentActionStatus',
    initial: ['APPROVED', 'PENDING_APPROVAL'],
    terminal: ['APPROVED', 'REJECTED', 'FAILED'],
    states: {
      PENDING_APPROVAL: {
        meaning: 'The policy of the agent holds it back until the platform decides. Nothing has been debited.',
      },
      APPROVED: {
        meaning: 'The policy or the platform allowed it, and its payment was started. Follow the transaction from here.',
      },
      REJECTED: { meaning: 'The platform refused it. Nothing was debited.' },
      FAILED: {
        meaning: 'The platform approved it, but it could no longer be carried out. Nothing was debited; the agent has to ask again.',
      },
    },
    transitions: [
      {
        from: null,
        trigger: 'ALLOW',
        to: 'APPROVED',
        when: 'The agent asks for a payment that its policy lets it make at once.',
        also: 'The payment starts in the same step. No event of the action; the events of the payment follow.',
      },
      {
        from: null,
        trigger: 'REQUIRE_APPROVAL',
        to: 'PENDING_APPROVAL',
        when: 'The agent asks for a payment that its policy allows only with approval.',
        event: 'AGENT_ACTION.PENDING_APPROVAL',
      },
      {
        from: 'PENDING_APPROVAL',
        trigger: 'APPROVE',
        to: 'APPROVED',
        when: 'The platform approves it while the policy still allows it, the quote holds and the funds are there.',
        also: 'The payment starts in the same step, and its events follow.',
      },
      {
        from: 'PENDING_APPROVAL',
        trigger: 'APPROVE_IN_VAIN',
        to: 'FAILED',
        when: 'The platform approves it after the quote has expired, while the account does not hold enough, or when the volume of the day is used up.',
        also: 'Nothing is debited.',
      },
      {
        from: 'PENDING_APPROVAL',
        trigger: 'REJECT',
        to: 'REJECTED',
        when: 'The platform rejects it.',
        also: 'The action carries `rejectionReason` when a reason was given.',
      },
      {
        from: 'PENDING_APPROVAL',
        trigger: 'DELETE_AGENT',
        to: 'REJECTED',
        when: 'The agent is deleted while the action waits.',
      },
    ],
  },
  'agent-device-code': {
    resource: 'agent-device-code',
    title: 'Agent device code',
    initial: ['UNREDEEMED'],
    terminal: ['REDEEMED', 'EXPIRED', 'REPLACED'],
    states: {
      UNREDEEMED: { meaning: 'Waits for a program to redeem it.' },
      REDEEMED: { meaning: 'A program has redeemed it and holds the access token of the agent.' },
      EXPIRED: { meaning: 'Its 15 minutes passed before anybody redeemed it.' },
      REPLACED: { meaning: 'A newer code of the agent has taken its place, or the agent is deleted.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'ISSUE',
        to: 'UNREDEEMED',
        when: 'An agent is created, or another code is asked for while no program is connected.',
      },
      {
        from: 'UNREDEEMED',
        trigger: 'REDEEM',
        to: 'REDEEMED',
        when: 'A program redeems it.',
        also: 'The agent is connected, and the answer carries its access token this one time.',
      },
      { from: 'UNREDEEMED', trigger: 'EXPIRE', to: 'EXPIRED', when: 'The time in `expiresAt` passes.' },
      {
        from: 'UNREDEEMED',
        trigger: 'REPLACE',
        to: 'REPLACED',
        when: 'Another code is made for the same agent.',
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
      REVOKED: { meaning: 'It was ended before its time.' },
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
        when: 'The next session is opened with the key of an active one.',
        also: 'The session before goes on until its own end.',
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
      LOCKED: { meaning: 'No proof is taken before `lockedUntil`.' },
      SUSPENDED: {
        meaning: 'No proof is taken until the customer has reset the password. `suspended` is `true` and `lockedUntil` is `null`.',
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
        when: 'One of the first four failed attempts.',
        also: '`failedAttempts` grows by one.',
      },
      {
        from: 'UNLOCKED',
        trigger: 'MISS_FIFTH',
        to: 'LOCKED',
        when: 'The fifth failed attempt.',
        also: '`lockedUntil` is in 15 minutes.',
      },
      {
        from: 'UNLOCKED',
        trigger: 'MISS_SIXTH',
        to: 'LOCKED',
        when: 'The sixth failed attempt.',
        also: '`lockedUntil` is in 30 minutes.',
      },
      {
        from: 'UNLOCKED',
        trigger: 'MISS_SEVENTH',
        to: 'LOCKED',
        when: 'The seventh failed attempt.',
        also: '`lockedUntil` is in 1 hour.',
      },
      {
        from: 'UNLOCKED',
        trigger: 'MISS_EIGHTH',
        to: 'LOCKED',
        when: 'The eighth failed attempt.',
        also: '`lockedUntil` is in 24 hours.',
      },
      {
        from: 'UNLOCKED',
        trigger: 'MISS_NINTH',
        to: 'SUSPENDED',
        when: 'The ninth failed attempt.',
        also: 'The lock has no end of its own.',
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
      PENDING: { meaning: 'The file has been received and waits for its turn.' },
      PROCESSING: { meaning: 'The rows are being imported one after the other; `progress` counts them.' },
      COMPLETED: {
        meaning: 'Every row has been dealt with. Rows that were refused are in `errors`; the others are customers now.',
      },
      FAILED: {
        meaning: 'The file cannot be read any further. Rows counted in `successful` are customers all the same.',
      },
    },
    transitions: [
      { from: null, trigger: 'UPLOAD', to: 'PENDING', when: 'A file is uploaded.' },
      { from: 'PENDING', trigger: 'START', to: 'PROCESSING', when: 'The turn of the job has come.' },
      {
        from: 'PENDING',
        trigger: 'FAIL',
        to: 'FAILED',
        when: 'The file cannot be read as CSV, or its header lacks a column that every row needs.',
        event: 'BULK_UPLOAD.FAILED',
        also: '`completedAt` is set. No customer was created.',
      },
      {
        from: 'PROCESSING',
        trigger: 'FINISH',
        to: 'COMPLETED',
        when: 'The last row has been dealt with, even if rows were refused.',
        event: 'BULK_UPLOAD.COMPLETED',
        also: '`completedAt` is set.',
      },
      {
        from: 'PROCESSING',
        trigger: 'FAIL',
        to: 'FAILED',
        when: 'The file turns out to be broken at some row.',
        event: 'BULK_UPLOAD.FAILED',
        also: '`completedAt` is set.',
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
        meaning: 'Nothing is decided, because nothing was submitted yet or because a submission is still being decided.',
      },
      RESOLVE_ERRORS: {
        meaning: 'A submission is incomplete or a document of it cannot be used. The verification lists everything to mend; submit the customer again afterwards.',
      },
      APPROVED: { meaning: 'The identity is verified. A new name does not undo it.' },
      REJECTED: { meaning: 'The identity could not be verified for good. A new name does not undo it.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE',
        to: 'UNVERIFIED',
        when: 'A platform that works under the service\'s own licences creates a customer.',
        also: 'No event. Only a person whose name ends in `001`, in a sandbox that skips the paperwork, is being decided from the start, and `CUSTOMER.KYC_PENDING` is sent.',
      },
      {
        from: null,
        trigger: 'CREATE_APPROVED',
        to: 'APPROVED',
        when: 'A regulated platform, which verifies its customers itself, creates a customer; or a sandbox that skips the paperwork approves a person by the name.',
        also: '`CUSTOMER.KYC_APPROVED` is sent in the sandbox only; a regulated platform knows what it decided.',
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
        when: 'A sandbox that skips the paperwork wants more of a person whose name ends in `003`.',
        also: 'No event; the answer to the request carries the status.',
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
        when: 'A document or a field turns out to be unusable while the submission is being decided.',
        also: 'The verification says which; `VERIFICATION.RESOLVE_ERRORS` is sent.',
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
      ACTIVE: { meaning: 'The key signs what is bought with its card.' },
      REVOKED: { meaning: 'The key never signs again.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE',
        to: 'PENDING',
        when: 'The second of the three requests for the key carries the first signature of the owner.',
        also: 'Answered with 202 and the payload for the second signature.',
      },
      {
        from: 'PENDING',
        trigger: 'ACTIVATE',
        to: 'ACTIVE',
        when: 'The third request carries the second signature.',
        also: 'The rules of the key are set. The answer is 201.',
      },
      {
        from: 'ACTIVE',
        trigger: 'REVOKE',
        to: 'REVOKED',
        when: 'The key is deleted.',
        also: 'Purchases that were authorized before are still paid; new ones decline.',
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
  'factor-reset': {
    resource: 'factor-reset',
    title: 'Factor reset',
    schema: 'TwoFactorResetStage',
    initial: ['INITIATED'],
    terminal: ['COMPLETED', 'REJECTED', 'EXPIRED'],
    states: {
      INITIATED: { meaning: 'The customer has to take the liveness check.' },
      PENDING_REVIEW: { meaning: 'The customer took the check and its outcome is awaited.' },
      LIVENESS_PASSED: { meaning: 'The check proved who the customer is. The reset can be completed.' },
      COMPLETED: { meaning: 'The old factor is gone.' },
      REJECTED: { meaning: 'The check did not prove who the customer is. The old factor stays.' },
      EXPIRED: { meaning: 'The reset was not completed in time. The old factor stays.' },
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
        when: 'The check proves who the customer is.',
      },
      {
        from: 'PENDING_REVIEW',
        trigger: 'REJECT',
        to: 'REJECTED',
        when: 'The check does not prove who the customer is.',
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
        also: 'An authenticator app or a passkey has to be enrolled anew; codes by text message go to the new phone.',
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
        also: '`failureReason` is `COMPLIANCE_REJECTED`. The sender\'s provider is told; the account is not credited.',
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
        meaning: 'Held for a compliance or fraud check. It neither sends nor receives until the hold is lifted.',
      },
      CLOSED: { meaning: 'The customer has closed the account.' },
      FAILED: { meaning: 'The account could not be set up.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'CREATE_ACTIVE',
        to: 'ACTIVE',
        when: 'The account is opened and ready at once, as the sandbox does.',
        also: 'No event; the list of accounts shows it.',
      },
      {
        from: null,
        trigger: 'CREATE_PENDING',
        to: 'PENDING',
        when: 'The account is opened and setting it up takes a while.',
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
        when: 'Setting the account up does not succeed.',
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
        when: 'The customer closes the account.',
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
        meaning: 'The person in `inviteeUma` has taken the invitation. The inviter can now keep the promise of it.',
      },
      EXPIRED: { meaning: 'Nobody claimed the invitation before `expiresAt`.' },
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
        when: 'The platform of the person invited claims it in time.',
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
  'ownership-challenge': {
    resource: 'ownership-challenge',
    title: 'Ownership challenge',
    initial: ['OPEN'],
    terminal: ['PROVED', 'FAILED', 'REPLACED'],
    states: {
      OPEN: {
        meaning: 'The customer has to sign the message, or to take the liveness check, before `expiresAt`.',
      },
      EXPIRED: { meaning: 'The time ran out before an attempt was made. The account stays as it is.' },
      PROVED: { meaning: 'The wallet is the customer\'s. The account is `ACTIVE`.' },
      FAILED: { meaning: 'The attempt failed. The account is `UNVERIFIED` until a new challenge is started.' },
      REPLACED: { meaning: 'A newer challenge for the same account took its place.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'CHALLENGE',
        to: 'OPEN',
        when: 'A challenge is started for a wallet in `PENDING_OWNERSHIP_VERIFICATION`.',
        also: 'A challenge that is still in flight is replaced. The status of the account stays.',
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
        when: 'The signature is right and in time, at once; or the liveness check is passed, some time later.',
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
        when: 'A signature comes after `expiresAt`, right or wrong.',
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
        meaning: 'Priced and waiting. The price holds until `expiresAt`; no money has moved. A quote from an account waits to be executed, a quote with real-time funding waits for the deposit to its payment instructions.',
      },
      PENDING_AUTHORIZATION: {
        meaning: 'The customer must pass strong customer authentication. `scaChallenge` says how; no money has moved.',
      },
      PROCESSING: {
        meaning: 'Execution has begun and the source has been debited or the deposit has been seen. The quote cannot be called off any more; its payment can be cancelled on slow rails until it settles.',
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
  'sca-challenge': {
    resource: 'sca-challenge',
    title: 'Authentication challenge',
    initial: ['OPEN'],
    terminal: ['PASSED', 'EXPIRED', 'REPLACED'],
    states: {
      OPEN: { meaning: 'The customer has to give a proof before `expiresAt`. Nothing has moved or changed.' },
      PASSED: { meaning: 'The proof counted. A challenge is passed once, and its proof cannot be used again.' },
      EXPIRED: { meaning: 'The time ran out without a proof that counted.' },
      REPLACED: { meaning: 'A newer challenge for the same change of trust took its place.' },
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
        trigger: 'REQUIRE_FOR_TRUST',
        to: 'OPEN',
        when: 'A change of trust in an external account is started.',
        also: 'The answer carries the challenge. A code is sent when the factor is `SMS_OTP`.',
      },
      {
        from: 'OPEN',
        trigger: 'RESEND',
        to: 'OPEN',
        when: 'A new code is asked for and the factor is `SMS_OTP`.',
        also: 'Codes sent before no longer count. `expiresAt` stays.',
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
        when: 'A proof of one of `availableFactors` is right and in time.',
        also: 'The payment or the change of trust goes on in the same step.',
      },
      {
        from: 'OPEN',
        trigger: 'REPLACE',
        to: 'REPLACED',
        when: 'A change of trust in the same account is started again.',
      },
      {
        from: 'OPEN',
        trigger: 'EXPIRE',
        to: 'EXPIRED',
        when: 'The time in `expiresAt` passes.',
        also: 'A payment fails with `SCA_NOT_COMPLETED`, and no money has moved. A change of trust does not happen.',
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
      PENDING: {
        meaning: 'The enrollment has begun, or a reset has made it necessary. The factor cannot be used yet.',
      },
      COMPLETED: {
        meaning: 'The factor is enrolled. Removing a passkey ends it, and enrolling again is a new enrollment.',
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
        also: 'The old factor no longer counts.',
      },
      {
        from: 'PENDING',
        trigger: 'START',
        to: 'PENDING',
        when: 'The enrollment is started again.',
        also: 'What was handed out before no longer counts.',
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
        also: 'A new authenticator app takes the place of the one before.',
      },
    ],
  },
  verification: {
    resource: 'verification',
    title: 'Verification',
    schema: 'VerificationStatus',
    initial: ['IN_PROGRESS', 'RESOLVE_ERRORS'],
    terminal: ['APPROVED', 'REJECTED'],
    states: {
      RESOLVE_ERRORS: {
        meaning: 'Something is missing or unusable. `errors` lists all of it, one entry for each problem.',
      },
      READY_FOR_VERIFICATION: {
        meaning: 'Everything that was listed has come. Submit the customer again with `POST /verifications`.',
      },
      IN_PROGRESS: { meaning: 'The submission is complete and is being checked. There is nothing to do.' },
      PENDING_MANUAL_REVIEW: {
        meaning: 'A person is looking at the submission. This can take some days; there is nothing to do.',
      },
      APPROVED: { meaning: 'The customer is verified.' },
      REJECTED: { meaning: 'The customer could not be verified for good.' },
    },
    transitions: [
      {
        from: null,
        trigger: 'SUBMIT',
        to: 'IN_PROGRESS',
        when: 'A customer is submitted for the first time and nothing is missing.',
        event: 'VERIFICATION.IN_PROGRESS',
        also: '`CUSTOMER.KYC_PENDING` or `CUSTOMER.KYB_PENDING` is sent, unless the decision falls within the request.',
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
        when: 'The last thing that `errors` lists has been given, corrected or replaced.',
        event: 'VERIFICATION.READY_FOR_VERIFICATION',
        also: '`errors` is empty. The customer stays in `RESOLVE_ERRORS` until it is submitted again.',
      },
      {
        from: 'RESOLVE_ERRORS',
        trigger: 'SUBMIT',
        to: 'IN_PROGRESS',
        when: 'The customer is submitted again and nothing is missing.',
        event: 'VERIFICATION.IN_PROGRESS',
        also: '`CUSTOMER.KYC_PENDING` or `CUSTOMER.KYB_PENDING` is sent, unless the decision falls within the request.',
      },
      {
        from: 'RESOLVE_ERRORS',
        trigger: 'SUBMIT_INCOMPLETE',
        to: 'RESOLVE_ERRORS',
        when: 'The customer is submitted again and something is still missing.',
        also: '`errors` lists what is missing now. The status stays, so there is no event.',
      },
      {
        from: 'READY_FOR_VERIFICATION',
        trigger: 'UNDO',
        to: 'RESOLVE_ERRORS',
        when: 'Something that was given is taken away again, such as a document that is deleted.',
        event: 'VERIFICATION.RESOLVE_ERRORS',
      },
      {
        from: 'READY_FOR_VERIFICATION',
        trigger: 'SUBMIT',
        to: 'IN_PROGRESS',
        when: 'The customer is submitted again.',
        event: 'VERIFICATION.IN_PROGRESS',
        also: '`CUSTOMER.KYC_PENDING` or `CUSTOMER.KYB_PENDING` is sent, unless the decision falls within the request.',
      },
      {
        from: 'IN_PROGRESS',
        trigger: 'REVIEW',
        to: 'PENDING_MANUAL_REVIEW',
        when: 'The check cannot be decided by itself.',
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
        when: 'The reviewer wants something else or something better.',
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
export type VerificationState = StateOf<'verification'>;
export type VerificationTrigger = TriggerOf<'verification'>;
export type WebhookDeliveryState = StateOf<'webhook-delivery'>;
export type WebhookDeliveryTrigger = TriggerOf<'webhook-delivery'>;
