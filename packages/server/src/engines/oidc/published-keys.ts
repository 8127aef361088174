import type { JWTVerifyGetKey } from 'jose';
import type { IssuerName, TokenIssuers } from './token-issuers.ts';

/** The URLs at which the providers publish their keys. */
export const keyAddresses: Readonly<Record<IssuerName, string>> = {
  google: 'https://www.googleapis.com/oauth2/v3/certs',
  apple: 'https://appleid.apple.com/auth/keys',
};

const algorithms = ['RS256', 'ES256'];

/** Checks signatures with the published keys, which are cached for ten minutes or until a token has an unknown key. */
export function createPublishedKeys(
  request: typeof fetch,
  addresses: Readonly<Record<IssuerName, string>> = keyAddresses,
): TokenIssuers {
  const sets = new Map<IssuerName, JWTVerifyGetKey>();
  return {
    isSignedBy: async (issuer, token) => {
      const { compactVerify, createRemoteJWKSet, customFetch, errors } = await import('jose');
      const keys = sets.get(issuer) ?? createRemoteJWKSet(new URL(addresses[issuer]), { [customFetch]: request });
      sets.set(issuer, keys);
      try {
        await compactVerify(token, keys, { algorithms });
        return true;
      } catch (error) {
        const isVerdict =
          error instanceof errors.JWSSignatureVerificationFailed ||
          error instanceof errors.JWSInvalid ||
          error instanceof errors.JOSEAlgNotAllowed ||
          error instanceof errors.JWKSNoMatchingKey;
        if (isVerdict) return false;
        throw error;
      }
    },
  };
}
