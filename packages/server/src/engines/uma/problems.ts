import type { ErrorCode } from '@payments-platform/types';

type Reasons = Readonly<Partial<Record<ErrorCode, string>>>;

/** What can go wrong in every exchange with another provider. */
const exchange = {
  LNURLP_REQUEST_FAILED: "The receiver's provider did not answer the lookup. Try again after a short wait.",
  COUNTERPARTY_PUBKEY_FETCH_ERROR:
    "The public keys of the receiver's provider could not be fetched. Try again after a short wait.",
  INVALID_TIMESTAMP:
    "The signed answer of the receiver's provider carries a time too far from now. Its clock has to be set right.",
  INVALID_NONCE:
    "The signed answer of the receiver's provider carries a one-time value that was used before. Try again.",
  UNSUPPORTED_UMA_VERSION: "The receiver's provider speaks a version of UMA that is not known here. Pay another way.",
  NO_COMPATIBLE_UMA_VERSION:
    "The receiver's provider offers no version of UMA that is known here. Pay another way until one side is updated.",
  INVALID_RECEIVER: 'The receiver cannot receive payments at the moment. Ask for another address.',
  SENDER_NOT_ACCEPTED: "The receiver's provider takes no payments from this sender. Pay another way.",
} as const satisfies Reasons;

/** Why an address cannot be looked up. */
const lookup = {
  ...exchange,
  LOOKUP_REQUEST_FAILED: "The receiver's provider could not look the address up. Try again after a short wait.",
  PARSE_LNURLP_RESPONSE_ERROR:
    "The answer of the receiver's provider to the lookup cannot be read. Report it to that provider.",
  MISSING_REQUIRED_UMA_PARAMETERS:
    "The answer of the receiver's provider lacks parameters of UMA that it must carry. Report it to that provider.",
  INVALID_PUBKEY_FORMAT:
    "A public key of the receiver's provider is not in the form that UMA prescribes. That provider has to mend it.",
  CERT_CHAIN_INVALID:
    "The certificates of the receiver's provider do not lead to a trusted root. That provider has to mend them.",
  CERT_CHAIN_EXPIRED: "A certificate of the receiver's provider is past its validity. That provider has to renew it.",
  COUNTERPARTY_NOT_ALLOWED:
    'Payments to this provider are not allowed for your platform. Ask the operator to allow it if they should be.',
  UMA_NOT_FOUND: 'Nobody receives payments at this address. Check its spelling with the person who gave it.',
} as const satisfies Reasons;

/** Why a receiver's provider does not agree to a payment. */
const pay = {
  ...exchange,
  PAYREQ_REQUEST_FAILED: "The receiver's provider did not answer the pay request. Try again after a short wait.",
  PARSE_PAYREQ_RESPONSE_ERROR:
    "The answer of the receiver's provider to the pay request cannot be read. Report it to that provider.",
  INVALID_PAYREQ_RESPONSE:
    "The answer of the receiver's provider to the pay request breaks the UMA protocol. Report it to that provider.",
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY:
    "The receiver's provider demands information that the interface has no field for. Pay another way.",
} as const satisfies Reasons;

export type LookupProblem = keyof typeof lookup;
export type PayProblem = keyof typeof pay;

const reasons: Readonly<Record<LookupProblem | PayProblem, string>> = { ...lookup, ...pay };

export interface Problem<Code extends ErrorCode> {
  readonly kind: 'PROBLEM';
  readonly code: Code;
  /** One sentence that says what is wrong and what to do next. */
  readonly reason: string;
}

/** A problem in the words of the interface; a reason of its own where the usual one says too little. */
export function problem<Code extends LookupProblem | PayProblem>(code: Code, reason?: string): Problem<Code> {
  return { kind: 'PROBLEM', code, reason: reason ?? reasons[code] };
}

export function isLookupProblem(code: string): code is LookupProblem {
  return Object.hasOwn(lookup, code);
}

export function isPayProblem(code: string): code is PayProblem {
  return Object.hasOwn(pay, code);
}

/** An address of the sandbox that stands for a code which nothing is refused with at that step. */
export function unserved(step: 'lookup' | 'quote'): Problem<'UMA_NOT_FOUND'> {
  const served = Object.keys(step === 'lookup' ? lookup : pay)
    .map((code) => code.toLowerCase().replaceAll('_', '.'))
    .sort();
  const reason = `No ${step} is refused with such a code. After $error.on.${step}. there is one of ${served.join(', ')}.`;
  return { kind: 'PROBLEM', code: 'UMA_NOT_FOUND', reason };
}
