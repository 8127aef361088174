import type { TokenIssuers } from '../../engines/oidc/token-issuers.ts';

/** Calls no provider: a test makes its tokens itself, and signs them with any key. */
export const sandboxTokenIssuers: TokenIssuers = { isSignedBy: async () => true };
