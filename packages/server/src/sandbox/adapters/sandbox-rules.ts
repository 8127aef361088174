import type { EnvironmentRules } from '../../operation/ports/environment-rules.ts';

/** What every code is in the sandbox, where nothing is sent. */
const sandboxCode = '123456';

/** What may stand for the signature of a wallet's owner in the sandbox. */
const sandboxStamp = 'sandbox-valid-signature';

/** Codes that everybody knows, passkeys on localhost, identifiers of the right form, and checks that end as one likes. */
export function createSandboxRules({ strictIdentifiers }: { readonly strictIdentifiers: boolean }): EnvironmentRules {
  return {
    newCode: () => sandboxCode,
    isStandingCode: (code) => code === sandboxCode,
    isStandingStamp: (signature) => signature === sandboxStamp,
    // Browsers allow passkeys on localhost without TLS, so a page can be tried without any setting.
    defaultPasskeys: { relyingPartyId: 'localhost', allowedOrigins: ['http://localhost:3000'] },
    checksDigits: strictIdentifiers,
    simulatesChecks: true,
  };
}
