/** How a column with personal data is stored. */
export interface SealedColumn {
  /** Whether this text must be sealed. Without it, all texts are. */
  readonly isPersonal?: (text: string) => boolean;
  /** Most of its texts are never read again, so they are not cached. */
  readonly isRarelyRead?: boolean;
  /** Most of its texts are similar, so they are packed before they are stored. */
  readonly isAlike?: boolean;
  /** A column beside it with a keyed digest of its text, to find rows by it. */
  readonly digest?: string;
}

/** Personal fields that payments and their quotes have only sometimes. */
const personalField =
  /"(?:accountHolderName|accountIdentifier|counterpartyInformation|remittanceInformation|umaAddress)":/;

function holdsPersonalField(text: string): boolean {
  return personalField.test(text);
}

/** UMA addresses are public, and payments are looked up by them. */
function isNoUmaAddress(identifier: string): boolean {
  return !identifier.startsWith('$');
}

/**
 * Events of payments, card transactions and balances are the most frequent ones. Most of them have no personal data,
 * only ids, amounts, merchants, and the service's own accounts for deposits.
 */
function isPersonalEvent(payload: string): boolean {
  return (
    !/^\{"id":"[^"]+","type":"(INTERNAL_ACCOUNT\.|CARD_TRANSACTION\.|(INCOMING|OUTGOING)_PAYMENT\.)/.test(payload) ||
    holdsPersonalField(payload)
  );
}

/** Most stored responses are those of payments. */
function isPersonalAnswer(body: string): boolean {
  return !/^\{"id":"(Quote|Transaction):/.test(body) || holdsPersonalField(body);
}

/** Numbers and ids. */
const neverPersonal: SealedColumn = { isPersonal: () => false, isAlike: true };

/**
 * The columns whose text is sealed or packed when it is stored. Rooms read and write clear text: the database seals and
 * packs, so that no statement can forget it. A query cannot compare sealed or packed text.
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
  // Answers to requests about payments contain names of customers.
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
  // Messages of errors may contain the data that caused them.
  troubled_work: { problem: {} },
};

/** The prefix of sealed text. */
export const sealMark = 'sealed:';

/** The input of a digest. Equal texts of two platforms have different digests. */
export function digestText(tenant: number, text: string): string {
  return `${tenant} ${text}`;
}

/** The sealed columns of a table; `undefined` if it has none. */
export function sealedColumnsOf(table: string): Readonly<Record<string, SealedColumn>> | undefined {
  return Object.hasOwn(sealedColumns, table) ? sealedColumns[table] : undefined;
}
