import { type CodeForm, drawCode, drawCodeOf } from '../../engines/messages/one-time-code.ts';
import type { Random } from '../../ground/ids/ids.ts';

/** The domain of passkeys, and the origins where they may be used. */
export interface PasskeyHome {
  readonly relyingPartyId: string;
  readonly allowedOrigins: readonly string[];
}

/** The decisions on a request to enable a stablecoin, and how long after it each is made. */
interface EnablementStep {
  readonly afterMs: number;
  readonly decision: 'APPROVE' | 'ENABLE' | 'DISABLE';
}

/** Where invitations lead if the platform has no onboarding of its own: the page below, with the code. */
interface DefaultInvitations {
  readonly name: string;
  readonly onboardingPath: `/hosted/${string}/`;
}

/** What differs between the environments without calling external systems. */
export interface EnvironmentRules {
  /** A code of six digits to send to a person. */
  newCode(random: Random): string;
  /** A code to sign in to a wallet, in the form that the platform has chosen. */
  newWalletCode(random: Random, form: CodeForm): string;
  /** Whether a code is always accepted in place of that of an authenticator app. */
  isStandingCode(code: string): boolean;
  /** Whether a text is accepted in place of the signature of a wallet's owner. */
  isStandingStamp(signature: string): boolean;
  /** Whether a text is accepted in place of the signature of a wallet's passkey. */
  isStandingAssertion(signature: string): boolean;
  /** Where passkeys are used until the platform sets it. */
  readonly defaultPasskeys: PasskeyHome | undefined;
  /** What invitations show of a platform until its operator sets it. */
  readonly defaultInvitations: DefaultInvitations | undefined;
  /** Whether check digits and checksums of identifiers are checked, or only their form. */
  readonly checksDigits: boolean;
  /** Whether a platform has to prove that a domain is its own. */
  readonly provesDomains: boolean;
  /** Whether visitors of the service's own pages choose the outcome of a check. */
  readonly simulatesChecks: boolean;
  /** The automatic decisions on a request to enable the token of this name; none if an operator decides. */
  enablementSteps(providerTokenIdentifier: string): readonly EnablementStep[];
}

export const productionRules: EnvironmentRules = {
  newCode: drawCode,
  newWalletCode: drawCodeOf,
  isStandingCode: () => false,
  isStandingStamp: () => false,
  isStandingAssertion: () => false,
  defaultPasskeys: undefined,
  defaultInvitations: undefined,
  checksDigits: true,
  provesDomains: true,
  // Otherwise customers would approve themselves.
  simulatesChecks: false,
  enablementSteps: () => [],
};
