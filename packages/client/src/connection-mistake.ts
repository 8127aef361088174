/** The innermost cause of an error: "fetch failed" says nothing, its cause names the fault. */
export function deepest(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return deepest(error.errors[0]);
  return error instanceof Error && error.cause !== undefined ? deepest(error.cause) : error;
}

const untrusted =
  'The certificate of the server is not trusted. Check the host in baseUrl; for your own certificate authority, set NODE_EXTRA_CA_CERTS (Deno: DENO_CERT).';
const unencrypted = 'The server does not speak TLS on this port. Check scheme and port of baseUrl.';
const unusable = 'fetch refuses this address. Check scheme and port of baseUrl.';

/** Connection errors that a retry cannot fix, with the fix: the codes of Node and Bun, and messages, as Deno has no codes. */
const mistakes: readonly (readonly [RegExp, string])[] = [
  [/^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_(?:GET|VERIFY))/, untrusted],
  [/\binvalid peer certificate\b/, untrusted],
  [/^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)/, unencrypted],
  [/\breceived corrupt message of type InvalidContentType\b|^EPROTO: The TLS handshake failed/, unencrypted],
  [/^(?:bad port|unknown scheme|Failed to parse URL)|\bRequests to port \d+ are blocked/, unusable],
];

/** The fix in the configuration; `undefined` for a fault that may be temporary. */
export function connectionMistake(cause: unknown): string | undefined {
  const error = deepest(cause);
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return mistakes.find(([pattern]) => pattern.test(code) || pattern.test(error.message))?.[1];
}
