/** How a column that holds something personal is kept. */
export interface SealedColumn {
  /** Whether this text has to be sealed; always, unless it is said. */
  readonly isPersonal?: (text: string) => boolean;
  /** Most of it is never read again, so that it is not worth remembering. */
  readonly isRarelyRead?: boolean;
  /** Most of its texts are alike, so that they are packed before they are kept. */
  readonly isAlike?: boolean;
  /** A column beside it with a keyed digest of its text, by which it can be found. */
  readonly digest?: string;
}

/** Fields that payments and their quotes have only now and then, and that say who somebody is. */
const personalField =
  /"(?:accountHolderName|accountIdentifier|counterpartyInformation|remittanceInformation|umaAddress)":/;

function holdsPersonalField(text: string): boolean {
  return personalField.test(text);
}

/** UMA addresses are public, and payments are found by them. */
function isNoUmaAddress(identifier: string): boolean {
  return !identifier.startsWith('$');
}

/**
 * Events of payments, card transactions and balances are most of all events, and most have nothing personal in them:
 * ids, amounts, merchants, and the accounts that the service itself opened to be paid on.
 */
function isPersonalEvent(payload: string): boolean {
  return (
    !/^\{"id":"[^"]+","type":"(INTERNAL_ACCOUNT\.|CARD_TRANSACTION\.|(INCOMING|OUTGOING)_PAYMENT\.)/.test(payload) ||
    holdsPersonalField(payload)
  );
}

/** Stored answers are those of payments, as a rule. */
function isPersonalAnswer(body: string): boolean {
  return !/^\{"id":"(Quote|Transaction):/.test(body) || holdsPersonalField(body);
}

/** Numbers and ids. */
const neverPersonal: SealedColumn = { isPersonal: () => false, isAlike: true };

/**
 * The columns whose text is sealed or packed where it is kept. Rooms read and write clear text: both are the business of
 * the database, so that a new statement cannot forget them. What is sealed or packed cannot be compared in a query.
 */
export const sealedColumns: Readonly<Record<string, Readonly<Record<string, SealedColumn>>>> = {
  customers: { email: {}, phone_number: {}, profile: {}, consent: {} },
  external_accounts: { identifier: { digest: 'identifier_digest' }, account_info: {}, beneficiary_verified_name: {} },
  quotes: {
    source: { isPersonal: holdsPersonalField, isAlike: true },
    destination: { isPersonal: holdsPersonalField, isAlike: true },
    rate_details: neverPersonal,
    counterparty_information: {},
  },
  transactions: {
    source: { isPersonal: holdsPersonalField, isAlike: true },
    destination: { isPersonal: holdsPersonalField, isAlike: true },
    rate_details: neverPersonal,
    source_identifier: { isPersonal: isNoUmaAddress, digest: 'source_identifier_digest' },
    destination_identifier: { isPersonal: isNoUmaAddress },
    remittance_information: {},
    counterparty_information: {},
  },
  payment_decisions: { reason: {} },
  agent_actions: { rejection_reason: {} },
  events: { payload: { isPersonal: isPersonalEvent, isAlike: true } },
  // Answers to questions about payments name customers.
  delivery_attempts: { answer_head: {} },
  request_batches: { exchanges: { isRarelyRead: true } },
  request_exchanges: { exchanges: { isRarelyRead: true } },
  requests: { resource_ids: neverPersonal },
  idempotency_keys: { body: { isPersonal: isPersonalAnswer, isAlike: true } },
  invitations: { first_name: {} },
  passkeys: { name: {} },
  signed_requests: { content: {} },
  wallets: { secret: {} },
  stablecoin_provider_accounts: { api_client_id: {}, api_client_secret: {} },
  stablecoin_operations: { description: {} },
  delegated_keys: { secret: {}, nickname: {} },
  wallet_sessions: { nickname: {} },
  wallet_credentials: { nickname: {}, identity: { digest: 'identity_digest' } },
  wallet_codes: { target_key: {} },
  // The words of what was thrown may show what it was thrown at.
  troubled_work: { problem: {} },
};

/** What stands before sealed text. */
export const sealMark = 'sealed:';

/** What a digest is made of: equal texts of two platforms have nothing in common. */
export function digestText(tenant: number, text: string): string {
  return `${tenant} ${text}`;
}

/** The sealed columns of a table; `undefined` when it has none. */
export function sealedColumnsOf(table: string): Readonly<Record<string, SealedColumn>> | undefined {
  return Object.hasOwn(sealedColumns, table) ? sealedColumns[table] : undefined;
}
