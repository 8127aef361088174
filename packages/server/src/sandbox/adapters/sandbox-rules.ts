import { secondMs } from '../../ground/clock/instant.ts';
import { nameSuffix, type SandboxSuffix } from '../../ground/ids/sandbox-suffixes.ts';
import type { EnvironmentRules } from '../../operation/ports/environment-rules.ts';

/** The fixed code of the sandbox, where nothing is sent. */
const sandboxCode = '123456';

/** The fixed code to sign in to a wallet. */
const sandboxWalletCode = '000000';

/** Accepted in place of the signature of a wallet's owner, and of a passkey. */
const sandboxStamp = 'sandbox-valid-signature';
const sandboxAssertion = 'sandbox-valid-passkey-signature';

/** The ending of a token whose enablement is refused, and when requests are decided. */
const refusedToken: SandboxSuffix = '006';
const approvalMs = 5 * secondMs;
const enablingMs = 10 * secondMs;

/** Fixed public codes, passkeys on localhost, checks of form only for identifiers, and checks with a chosen outcome. */
export function createSandboxRules({ strictIdentifiers }: { readonly strictIdentifiers: boolean }): EnvironmentRules {
  return {
    newCode: () => sandboxCode,
    newWalletCode: () => sandboxWalletCode,
    isStandingCode: (code) => code === sandboxCode,
    isStandingStamp: (signature) => signature === sandboxStamp,
    isStandingAssertion: (signature) => signature === sandboxAssertion,
    // Browsers allow passkeys on localhost without TLS, so a page works without any setting.
    defaultPasskeys: { relyingPartyId: 'localhost', allowedOrigins: ['http://localhost:3000'] },
    defaultInvitations: { name: 'Sandbox app', onboardingPath: '/hosted/onboarding/' },
    checksDigits: strictIdentifiers,
    // Nobody is paid, and a test must not need a name server.
    provesDomains: false,
    simulatesChecks: true,
    enablementSteps: (identifier) =>
      nameSuffix(identifier) === refusedToken
        ? [{ afterMs: approvalMs, decision: 'DISABLE' }]
        : [
            { afterMs: approvalMs, decision: 'APPROVE' },
            { afterMs: enablingMs, decision: 'ENABLE' },
          ],
  };
}
