import { type CodeForm, drawCode, drawCodeOf } from '../../engines/messages/one-time-code.ts';
import type { Random } from '../../ground/ids/ids.ts';

/** Where passkeys belong and may be used. */
export interface PasskeyHome {
  readonly relyingPartyId: string;
  readonly allowedOrigins: readonly string[];
}

/** What is decided about a request to enable a stablecoin, and how long after it. */
export interface EnablementStep {
  readonly afterMs: number;
  readonly decision: 'APPROVE' | 'ENABLE' | 'DISABLE';
}

/** The place of a platform's own onboarding where it has none: the page below, with the code of an invitation. */
export interface DefaultInvitations {
  readonly name: string;
  readonly onboardingPath: `/hosted/${string}/`;
}

/** What differs between the environments and asks nothing of the outside world. */
export interface EnvironmentRules {
  /** A code of six digits that is sent to a person. */
  newCode(random: Random): string;
  /** A code for signing in to a wallet, of the form that the platform wants. */
  newWalletCode(random: Random, form: CodeForm): string;
  /** Whether a code is taken at any time in the place of what an authenticator app shows. */
  isStandingCode(code: string): boolean;
  /** Whether a text is taken in the place of the signature of a wallet's owner. */
  isStandingStamp(signature: string): boolean;
  /** Whether a text is taken in the place of the signature of a wallet's passkey. */
  isStandingAssertion(signature: string): boolean;
  /** Where passkeys are used while the platform has not said so. */
  readonly defaultPasskeys: PasskeyHome | undefined;
  /** What invitations show of a platform whose operator has entered nothing for them. */
  readonly defaultInvitations: DefaultInvitations | undefined;
  /** Whether check digits and checksums of identifiers count, or their form is enough. */
  readonly checksDigits: boolean;
  /** Whether the service's own pages let those who open them choose how a check ends. */
  readonly simulatesChecks: boolean;
  /** What is decided by itself about a request to enable the token of this name; nothing where an operator decides. */
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
  // Nobody approves themselves.
  simulatesChecks: false,
  enablementSteps: () => [],
};
