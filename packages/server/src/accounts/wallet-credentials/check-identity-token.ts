import { type IdentityToken, nonceFor, readIdentityToken, staleness } from '../../engines/oidc/identity-token.ts';
import type { Deps, WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../../operation/operation.ts';

/** What the provider says of a token: it signed it, it did not, or nobody can be asked now. */
export type IssuerVerdict = 'SIGNED' | 'NOT_SIGNED' | 'UNKNOWN';

/** Asks about the signature of a token, with no database transaction open. */
export async function askIssuer({ tokenIssuers }: Deps, oidcToken: string): Promise<IssuerVerdict> {
  const token = readIdentityToken(oidcToken);
  // What cannot be read is refused for that.
  if (token === undefined) return 'NOT_SIGNED';
  const { isSignedBy } = tokenIssuers;
  return isSignedBy(token.issuer, oidcToken).then(
    (isSigned) => (isSigned ? 'SIGNED' : 'NOT_SIGNED'),
    () => 'UNKNOWN',
  );
}

const verdicts: Readonly<Record<Exclude<IssuerVerdict, 'SIGNED'>, string>> = {
  NOT_SIGNED: 'is not signed by its issuer (signature)',
  UNKNOWN: 'cannot be checked now, because the keys of its issuer cannot be read; send it again (signature)',
};

/** How the refusal of a proof begins; the end names the check. */
export function refuseToken(problem: string): Refusal<'UNAUTHORIZED'> {
  return refuse('UNAUTHORIZED', `The OIDC token ${problem}. Get a fresh one from the provider.`);
}

export interface TokenChecks {
  readonly verdict: IssuerVerdict;
  /** The identity that was registered; whoever registers one has none yet. */
  readonly identity?: string;
  /** The key that the session is for; there is none while an identity is registered. */
  readonly clientPublicKey?: string;
  /** A signed retry repeats the token that was fresh when it was asked for. */
  readonly isRepeated?: boolean;
}

/** The token when every check of it holds. */
export function checkIdentityToken(
  { now }: Pick<WorkContext, 'now'>,
  oidcToken: string,
  { verdict, identity, clientPublicKey, isRepeated = false }: TokenChecks,
): IdentityToken | Refusal<'INVALID_INPUT' | 'UNAUTHORIZED'> {
  const token = readIdentityToken(oidcToken);
  if (token === undefined) {
    const message =
      'must be a JWT of three parts of an issuer that is taken, with one aud, and with sub, iat and exp as numbers';
    return refuseFields([{ field: 'oidcToken', message }]);
  }
  const stale = isRepeated ? undefined : staleness(token, now);
  if (stale !== undefined) return refuseToken(stale);
  if (identity !== undefined && token.identity !== identity)
    return refuseToken('is of another identity than the credential (iss, aud, sub)');
  if (clientPublicKey !== undefined && token.nonce !== nonceFor(clientPublicKey))
    return refuseToken('is for another key (nonce is not the SHA-256 of clientPublicKey)');
  return verdict === 'SIGNED' ? token : refuseToken(verdicts[verdict]);
}
