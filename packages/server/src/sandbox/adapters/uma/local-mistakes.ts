import type { LookupProblem, PayProblem } from '../../../engines/uma/problems.ts';

/** What the sandbox's own provider does wrong in an answer. */
export type Mistake =
  /** Nothing comes back. */
  | 'SILENCE'
  /** What comes back is no JSON. */
  | 'GARBAGE'
  /** It is signed by a key that is not published. */
  | 'WRONG_KEY'
  /** It is an hour old. */
  | 'OLD'
  /** It was given before. */
  | 'REPLAYED'
  /** It is that of an ordinary Lightning address. */
  | 'NOT_UMA'
  /** Its version is one that nobody knows. */
  | 'UNKNOWN_VERSION'
  /** It offers only versions of tomorrow. */
  | 'OTHER_VERSIONS'
  /** Its keys cannot be had, are no keys, or come with certificates that do not hold. */
  | 'NO_KEYS'
  | 'MALFORMED_KEYS'
  | 'BROKEN_CHAIN'
  | 'EXPIRED_CHAIN'
  /** It demands what has no name in the interface. */
  | 'UNKNOWN_DEMAND'
  /** It is a refusal in the provider's own words. */
  | { readonly status: number; readonly code: string };

/** What goes wrong at a lookup of `$error.on.lookup.CODE`. */
export const lookupMistakes: Readonly<Record<Exclude<LookupProblem, 'COUNTERPARTY_NOT_ALLOWED'>, Mistake>> = {
  LNURLP_REQUEST_FAILED: 'SILENCE',
  COUNTERPARTY_PUBKEY_FETCH_ERROR: 'NO_KEYS',
  INVALID_TIMESTAMP: 'OLD',
  INVALID_NONCE: 'REPLAYED',
  UNSUPPORTED_UMA_VERSION: 'UNKNOWN_VERSION',
  NO_COMPATIBLE_UMA_VERSION: 'OTHER_VERSIONS',
  INVALID_RECEIVER: { status: 403, code: 'USER_NOT_READY' },
  SENDER_NOT_ACCEPTED: { status: 400, code: 'SENDER_NOT_ACCEPTED' },
  LOOKUP_REQUEST_FAILED: 'WRONG_KEY',
  PARSE_LNURLP_RESPONSE_ERROR: 'GARBAGE',
  MISSING_REQUIRED_UMA_PARAMETERS: 'NOT_UMA',
  INVALID_PUBKEY_FORMAT: 'MALFORMED_KEYS',
  CERT_CHAIN_INVALID: 'BROKEN_CHAIN',
  CERT_CHAIN_EXPIRED: 'EXPIRED_CHAIN',
  UMA_NOT_FOUND: { status: 404, code: 'USER_NOT_FOUND' },
};

/** What goes wrong at the pay request for `$error.on.quote.CODE`. */
export const payMistakes: Readonly<Record<PayProblem, Mistake>> = {
  LNURLP_REQUEST_FAILED: { status: 424, code: 'LNURLP_REQUEST_FAILED' },
  COUNTERPARTY_PUBKEY_FETCH_ERROR: { status: 424, code: 'COUNTERPARTY_PUBKEY_FETCH_ERROR' },
  INVALID_TIMESTAMP: 'OLD',
  INVALID_NONCE: 'REPLAYED',
  UNSUPPORTED_UMA_VERSION: { status: 412, code: 'UNSUPPORTED_UMA_VERSION' },
  NO_COMPATIBLE_UMA_VERSION: { status: 424, code: 'NO_COMPATIBLE_UMA_VERSION' },
  INVALID_RECEIVER: { status: 403, code: 'USER_NOT_READY' },
  SENDER_NOT_ACCEPTED: { status: 400, code: 'SENDER_NOT_ACCEPTED' },
  PAYREQ_REQUEST_FAILED: 'SILENCE',
  PARSE_PAYREQ_RESPONSE_ERROR: 'GARBAGE',
  INVALID_PAYREQ_RESPONSE: 'WRONG_KEY',
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: 'UNKNOWN_DEMAND',
};
