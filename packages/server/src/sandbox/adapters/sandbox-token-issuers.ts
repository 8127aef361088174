import type { TokenIssuers } from '../../engines/oidc/token-issuers.ts';

/** Nobody asks the providers: a test makes its tokens itself, and signs them with anything. */
export const sandboxTokenIssuers: TokenIssuers = { isSignedBy: async () => true };
