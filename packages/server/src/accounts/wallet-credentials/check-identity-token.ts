import { type IdentityToken, nonceFor, readIdentityToken, staleness } from '../../engines/oidc/identity-token.ts';
import type { Deps, WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';

/** Whether the issuer signed a token; `UNKNOWN` if its keys cannot be read now. */
export type IssuerVerdict = 'SIGNED' | 'NOT_SIGNED' | 'UNKNOWN';

/** Checks the signature of a token. Call it with no database transaction open. */
export async function checkIssuerSignature({ tokenIssuers }: Deps, oidcToken: string): Promise<IssuerVerdict> {
  const token = readIdentityToken(oidcToken);
  // The caller refuses an unreadable token with its own reason.
  if (token === undefined) return 'NOT_SIGNED';
  const { isSignedBy } = tokenIssuers;
  return isSignedBy(token.issuer, oidcToken).then(
    (isSigned) => (isSigned ? 'SIGNED' : 'NOT_SIGNED'),
    () => 'UNKNOWN',
  );
}

/** The caller's token may be right, so it is no wrong proof. */
const keysUnavailable: Refusal<'SERVICE_UNAVAILABLE'> = {
  ...refuse(
    'SERVICE_UNAVAILABLE',
    'The OIDC token cannot be checked now, because the keys of its issuer cannot be read. Repeat the request, with a fresh token if this one is older than 60 seconds by then.',
  ),
  retryAfterSeconds: 5,
};

/** Builds the refusal of a token. `problem` completes the sentence and names the check. */
function refuseToken(problem: string): Refusal<'UNAUTHORIZED'> {
  return refuse('UNAUTHORIZED', `The OIDC token ${problem}. Get a fresh one from the provider.`);
}

export interface TokenChecks {
  readonly verdict: IssuerVerdict;
  /** The registered identity; `undefined` while one is being registered. */
  readonly identity?: string;
  /** The key of the session; `undefined` while an identity is being registered. */
  readonly clientPublicKey?: string;
  /** Whether this is a signed retry, which repeats a token that was fresh in the first request. */
  readonly isRepeated?: boolean;
}

/** Returns the token if it passes every check. */
export function checkIdentityToken(
  { now }: Pick<WorkContext, 'now'>,
  oidcToken: string,
  { verdict, identity, clientPublicKey, isRepeated = false }: TokenChecks,
): IdentityToken | Refusal<'INVALID_INPUT' | 'UNAUTHORIZED' | 'SERVICE_UNAVAILABLE'> {
  const token = readIdentityToken(oidcToken);
  if (token === undefined) {
    const message =
      'must be a three-part JWT of a supported issuer, with one aud, and with sub, iat and exp as numbers';
    return refuseFields([{ field: 'oidcToken', message }]);
  }
  const stale = isRepeated ? undefined : staleness(token, now);
  if (stale !== undefined) return refuseToken(stale);
  if (identity !== undefined && token.identity !== identity)
    return refuseToken('has a different identity than the credential (iss, aud, sub)');
  if (clientPublicKey !== undefined && token.nonce !== nonceFor(clientPublicKey))
    return refuseToken('is for another key (nonce is not the SHA-256 of clientPublicKey)');
  if (verdict === 'UNKNOWN') return keysUnavailable;
  return verdict === 'SIGNED' ? token : refuseToken('is not signed by its issuer (signature)');
}
