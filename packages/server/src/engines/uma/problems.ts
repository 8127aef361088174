import type { ErrorCode } from '@payments-platform/types';

type Reasons = Readonly<Partial<Record<ErrorCode, string>>>;

/** Problems that every exchange with another provider can have. */
const exchange = {
  LNURLP_REQUEST_FAILED: "The receiver's provider did not answer the lookup. Try again after a short wait.",
  COUNTERPARTY_PUBKEY_FETCH_ERROR:
    "The public keys of the receiver's provider could not be fetched. Try again after a short wait.",
  INVALID_TIMESTAMP:
    "The signed response of the receiver's provider has a time too far from now. That provider must correct its clock.",
  INVALID_NONCE: "The signed response of the receiver's provider has a one-time value that was used before. Try again.",
  UNSUPPORTED_UMA_VERSION: "The receiver's provider uses a version of UMA that is not supported. Pay another way.",
  NO_COMPATIBLE_UMA_VERSION:
    "The receiver's provider offers no supported version of UMA. Pay another way until one side is updated.",
  INVALID_RECEIVER: 'The receiver cannot receive payments at the moment. Ask the receiver for another address.',
  SENDER_NOT_ACCEPTED: "The receiver's provider accepts no payments from this sender. Pay another way.",
} as const satisfies Reasons;

/** Why an address cannot be looked up. */
const lookup = {
  ...exchange,
  LOOKUP_REQUEST_FAILED: "The receiver's provider could not look up the address. Try again after a short wait.",
  PARSE_LNURLP_RESPONSE_ERROR:
    "The response of the receiver's provider to the lookup cannot be read. Report it to that provider.",
  MISSING_REQUIRED_UMA_PARAMETERS:
    "The response of the receiver's provider lacks parameters that UMA requires. Report it to that provider.",
  INVALID_PUBKEY_FORMAT:
    "A public key of the receiver's provider does not have the form that UMA requires. That provider must fix it.",
  CERT_CHAIN_INVALID:
    "The certificates of the receiver's provider do not lead to a trusted root. That provider must fix them.",
  CERT_CHAIN_EXPIRED:
    "A certificate of the receiver's provider has expired or is not valid yet. That provider must fix it.",
  COUNTERPARTY_NOT_ALLOWED:
    'Payments to this provider are not allowed for your platform. If you need them, ask the operator to allow the provider.',
  UMA_NOT_FOUND: 'There is no receiver at this address. Check its spelling with the person who gave it.',
} as const satisfies Reasons;

/** Why a receiver's provider does not agree to a payment. */
const pay = {
  ...exchange,
  PAYREQ_REQUEST_FAILED: "The receiver's provider did not answer the pay request. Try again after a short wait.",
  PARSE_PAYREQ_RESPONSE_ERROR:
    "The response of the receiver's provider to the pay request cannot be read. Report it to that provider.",
  INVALID_PAYREQ_RESPONSE:
    "The response of the receiver's provider to the pay request breaks the UMA protocol. Report it to that provider.",
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY:
    "The receiver's provider demands information that the interface has no field for. Pay another way.",
} as const satisfies Reasons;

export type LookupProblem = keyof typeof lookup;
export type PayProblem = keyof typeof pay;

const reasons: Readonly<Record<LookupProblem | PayProblem, string>> = { ...lookup, ...pay };

export interface Problem<Code extends ErrorCode> {
  readonly kind: 'PROBLEM';
  readonly code: Code;
  /** Says what is wrong and what the caller can do next. */
  readonly reason: string;
}

/** A problem with its usual reason, or with a more specific one. */
export function problem<Code extends LookupProblem | PayProblem>(code: Code, reason?: string): Problem<Code> {
  return { kind: 'PROBLEM', code, reason: reason ?? reasons[code] };
}

export function isLookupProblem(code: string): code is LookupProblem {
  return Object.hasOwn(lookup, code);
}

export function isPayProblem(code: string): code is PayProblem {
  return Object.hasOwn(pay, code);
}

/** The problem of a sandbox address whose code is never a refusal of that step. */
export function unserved(step: 'lookup' | 'quote'): Problem<'UMA_NOT_FOUND'> {
  const served = Object.keys(step === 'lookup' ? lookup : pay)
    .map((code) => code.toLowerCase().replaceAll('_', '.'))
    .sort();
  const reason = `No ${step} is refused with this code. After $error.on.${step}. use one of ${served.join(', ')}.`;
  return { kind: 'PROBLEM', code: 'UMA_NOT_FOUND', reason };
}
