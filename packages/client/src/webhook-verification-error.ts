/** Each fault of a webhook request, with its fix. */
export const webhookFaults = {
  HEADER_MISSING:
    'The X-Service-Signature header is missing. Either the request does not come from the platform, or a proxy removed the header.',
  HEADER_MALFORMED:
    'The X-Service-Signature header is not understood: it must be {"v":"1","s":"<base64>"} or the base64 alone, and hold a DER-encoded ECDSA signature.',
  VERSION_UNKNOWN: 'The X-Service-Signature header has a version other than "1", which this client cannot verify.',
  BODY_MISSING:
    'There is no body: it was not read yet, or other code has already read it. In Express give the route express.raw({ type: "application/json" }) for verifyWebhook; mount webhookListener before every parser.',
  BODY_PARSED:
    'The body is neither text nor bytes, so it was parsed before it was verified. Pass it exactly as it arrived: the signature covers those bytes, and they cannot be restored from a parsed body.',
  KEY_MISSING:
    'publicKey is missing. Give the PEM text that the sandbox prints (WEBHOOK_PUBLIC_KEY) and GET /config returns as webhookPublicKey.',
  KEY_MALFORMED:
    'publicKey is not a PEM public key on the curve P-256. Give it as GET /config returns it in webhookPublicKey; it starts with "-----BEGIN PUBLIC KEY-----".',
  SIGNATURE_MISMATCH:
    'The signature does not match the body. Either the body was changed on the way (by a proxy, or by parsing and serializing it), or the public key is not the one of this platform and environment.',
  BODY_NOT_JSON: 'The body is signed, but it is not JSON.',
  BODY_NOT_AN_EVENT: 'The body is signed, but it is not an event: it has no "type".',
  EVENT_TOO_OLD: 'The event is older than toleranceSeconds, or its timestamp is invalid.',
} as const;

export type WebhookFault = keyof typeof webhookFaults;

/** The request is not an event of the platform. Respond with 401 and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, cause?: unknown) {
    super(webhookFaults[fault], cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}
