import type { LookupProblem, PayProblem } from '../../../engines/uma/problems.ts';

/** The mistakes of the sandbox's own provider in an answer. */
export type Mistake =
  /** There is no answer. */
  | 'SILENCE'
  /** The answer is not JSON. */
  | 'GARBAGE'
  /** A key that is not published signs it. */
  | 'WRONG_KEY'
  /** It is an hour old. */
  | 'OLD'
  /** It repeats an earlier answer. */
  | 'REPLAYED'
  /** It is the answer of an ordinary Lightning address. */
  | 'NOT_UMA'
  /** Its version is unknown. */
  | 'UNKNOWN_VERSION'
  /** It offers only future versions. */
  | 'OTHER_VERSIONS'
  /** Its keys are missing, malformed, or have invalid certificates. */
  | 'NO_KEYS'
  | 'MALFORMED_KEYS'
  | 'BROKEN_CHAIN'
  | 'EXPIRED_CHAIN'
  /** It requires data that the interface has no name for. */
  | 'UNKNOWN_DEMAND'
  /** It is a refusal with the provider's own text. */
  | { readonly status: number; readonly code: string };

/** The mistakes at a lookup of `$error.on.lookup.CODE`. */
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

/** The mistakes at the pay request for `$error.on.quote.CODE`. */
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
