// Generated from spec/ by `pnpm gen`. Edit the files there, never this one.

/** The cause of each event that the sandbox can trigger, and the delay until the event. */
export const eventTriggers = {
  'AGENT_ACTION.PENDING_APPROVAL': {
    cause: 'An agent of a new customer requests a payment of 300 US dollars, and its policy requires an approval above 250.',
    afterSeconds: 0,
  },
  'BULK_UPLOAD.COMPLETED': { cause: 'A file with one customer in it is imported.', afterSeconds: 0 },
  'BULK_UPLOAD.FAILED': { cause: 'A file is imported that lacks a column.', afterSeconds: 0 },
  'CARD.FUNDING_SOURCE_CHANGE': { cause: 'The account that pays for a new card is set again.', afterSeconds: 0 },
  'CARD.STATE_CHANGE': { cause: 'A new card is frozen.', afterSeconds: 0 },
  'CARD_TRANSACTION.AUTHORIZED': { cause: 'A purchase of 12.50 US dollars is authorized on a new card.', afterSeconds: 0 },
  'CARD_TRANSACTION.DECLINED': {
    cause: 'A purchase on a new card at a merchant whose name ends in `002` is declined.',
    afterSeconds: 0,
  },
  'CARD_TRANSACTION.EXCEPTION': {
    cause: 'A merchant whose name ends in `006` is paid for a purchase on a new card, and the debit of the funding source fails.',
    afterSeconds: 0,
  },
  'CARD_TRANSACTION.PARTIALLY_SETTLED': { cause: '5.00 of a purchase of 12.50 US dollars on a new card are cleared.', afterSeconds: 0 },
  'CARD_TRANSACTION.SETTLED': { cause: 'A purchase on a new card is cleared.', afterSeconds: 0 },
  'CUSTOMER.KYB_APPROVED': { cause: 'A new business is submitted with its documents and an owner.', afterSeconds: 0 },
  'CUSTOMER.KYB_PENDING': { cause: 'A new business whose register number ends in `001` is submitted.', afterSeconds: 0 },
  'CUSTOMER.KYB_REJECTED': {
    cause: 'A new business is submitted whose owner has a last name that ends in `002`.',
    afterSeconds: 0,
  },
  'CUSTOMER.KYC_APPROVED': { cause: 'A new person is verified.', afterSeconds: 0 },
  'CUSTOMER.KYC_PENDING': { cause: 'A new person whose name ends in `001` is verified.', afterSeconds: 0 },
  'CUSTOMER.KYC_REJECTED': { cause: 'A new person whose name ends in `002` is verified.', afterSeconds: 0 },
  'EXTERNAL_ACCOUNT.STATUS_UPDATED': {
    cause: 'A new customer proves the ownership of a Solana wallet with a signature.',
    afterSeconds: 0,
  },
  'INCOMING_PAYMENT.COMPLETED': { cause: 'A deposit of 100 US dollars to a new customer clears.', afterSeconds: 3 },
  'INCOMING_PAYMENT.FAILED': {
    cause: 'A deposit to a new customer from an account that ends in `002` is recalled by its bank.',
    afterSeconds: 2,
  },
  'INCOMING_PAYMENT.PENDING': { cause: 'A sender pays 100 US dollars to the instructions of a new customer.', afterSeconds: 0 },
  'INCOMING_PAYMENT.PROCESSING': { cause: 'A deposit of 100 US dollars to a new customer clears.', afterSeconds: 2 },
  'INCOMING_PAYMENT.REFUND_COMPLETED': {
    cause: '`$fail.execution` at another provider pays a new customer, the payment is approved and fails, and its refund arrives.',
    afterSeconds: 4,
  },
  'INCOMING_PAYMENT.REFUND_FAILED': {
    cause: '`$fail.refund` at another provider pays a new customer, the payment is approved and fails, and its refund fails too.',
    afterSeconds: 4,
  },
  'INCOMING_PAYMENT.REFUND_PENDING': {
    cause: '`$fail.execution` at another provider pays a new customer, and the payment is approved and fails.',
    afterSeconds: 2,
  },
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': { cause: 'An account of a new customer is funded with 500 US dollars.', afterSeconds: 0 },
  'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED': { cause: 'An account of a new customer is opened.', afterSeconds: 0 },
  'INTERNAL_ACCOUNT.STATUS_UPDATED': { cause: 'An account of a new customer is frozen.', afterSeconds: 0 },
  'INVITATION.CLAIMED': {
    cause: 'A new customer invites a person, who claims the invitation. A webhook endpoint has to be set.',
    afterSeconds: 0,
  },
  'OUTGOING_PAYMENT.COMPLETED': {
    cause: 'A payment of 100 US dollars of a new customer arrives at a bank account.',
    afterSeconds: 2,
  },
  'OUTGOING_PAYMENT.EXPIRED': { cause: 'A quote of a new customer is not executed for five minutes.', afterSeconds: 300 },
  'OUTGOING_PAYMENT.FAILED': {
    cause: 'A payment of 100 US dollars of a new customer goes to a bank account that ends in `002`.',
    afterSeconds: 2,
  },
  'OUTGOING_PAYMENT.PENDING': { cause: 'A payment of 100 US dollars of a new customer is quoted.', afterSeconds: 0 },
  'OUTGOING_PAYMENT.PENDING_AUTHORIZATION': {
    cause: 'A new customer in Germany executes a payment, which then waits for authentication.',
    afterSeconds: 0,
  },
  'OUTGOING_PAYMENT.PROCESSING': { cause: 'A payment of 100 US dollars of a new customer is executed.', afterSeconds: 0 },
  'OUTGOING_PAYMENT.REFUND_COMPLETED': {
    cause: 'A payment of a new customer to a bank account that ends in `002` fails and is refunded.',
    afterSeconds: 4,
  },
  'OUTGOING_PAYMENT.REFUND_FAILED': {
    cause: 'A payment of a new customer to a bank account that ends in `007` fails, and its refund fails too.',
    afterSeconds: 4,
  },
  'OUTGOING_PAYMENT.REFUND_PENDING': {
    cause: 'A payment of a new customer to a bank account that ends in `002` fails, and its refund begins.',
    afterSeconds: 2,
  },
  TEST: {
    cause: 'The endpoint is tested, as by `POST /sandbox/webhooks/test`. A webhook endpoint has to be set.',
    afterSeconds: 0,
  },
  'VERIFICATION.APPROVED': { cause: 'A new business is submitted with its documents and an owner.', afterSeconds: 0 },
  'VERIFICATION.IN_PROGRESS': { cause: 'A new business is submitted with its documents and an owner.', afterSeconds: 0 },
  'VERIFICATION.PENDING_MANUAL_REVIEW': { cause: 'A new business whose register number ends in `001` is submitted.', afterSeconds: 0 },
  'VERIFICATION.READY_FOR_VERIFICATION': {
    cause: 'A new business is submitted without its documents, which are uploaded afterwards.',
    afterSeconds: 0,
  },
  'VERIFICATION.REJECTED': {
    cause: 'A new business is submitted whose owner has a last name that ends in `002`.',
    afterSeconds: 0,
  },
  'VERIFICATION.RESOLVE_ERRORS': { cause: 'A new business is submitted without its documents.', afterSeconds: 0 },
} as const;

/** The fixtures that the sandbox creates on request, and the time each takes. */
export const sandboxFixtures = [
  {
    name: 'FIRST_PAYMENT',
    makes: 'Data for a first payment: a customer with 500 US dollars, a bank account, and a payment of 100 US dollars that arrives.',
    afterSeconds: 2,
  },
  { name: 'CUSTOMERS', makes: 'A customer of each kind and state of verification.', afterSeconds: 0 },
  {
    name: 'ACCOUNTS',
    makes: 'A customer with money in every currency of the platform, and an external account of every type in those currencies.',
    afterSeconds: 0,
  },
  {
    name: 'PAYMENTS',
    makes: 'A payment in every state: waiting, on its way, arrived, failed, refunded, returned and expired.',
    afterSeconds: 300,
  },
  {
    name: 'CARDS',
    makes: 'A card in every state, and purchases that are open, declined, settled in part and settled.',
    afterSeconds: 0,
  },
  {
    name: 'AGENTS',
    makes: 'An agent with a budget, a payment that it has made, and one that waits for an approval.',
    afterSeconds: 0,
  },
  {
    name: 'STABLECOINS',
    makes: 'Links to a provider, stablecoins and their mints and burns, each in every state that comes within ten seconds.',
    afterSeconds: 10,
  },
  { name: 'EVERYTHING', makes: 'All of the others but the first payment.', afterSeconds: 310 },
] as const;
