import type { BeneficiaryVerificationStatus } from '@payments-platform/types';
import type { CurrencyCode } from '../../ground/money/currency.ts';

/** A bank or mobile money provider that can be paid to. */
export interface Bank {
  readonly bankName: string;
  readonly displayName: string;
  readonly country: string;
  readonly currency: CurrencyCode;
}

/** Somebody who holds wallets for others. */
export interface Vasp {
  readonly vaspName: string;
  readonly url?: string;
}

/** A provider of UMA that customers can be reached at. */
export interface ListedProvider {
  readonly name: string;
  readonly domain: string;
  readonly created_at: string;
  readonly lei?: string;
  readonly regions: readonly string[];
  readonly currencies: readonly CurrencyCode[];
  readonly isAllowed: boolean;
}

/** A bank's verdict on whether an account belongs to the beneficiary. */
export interface NameCheck {
  /** `null` when no bank was consulted. */
  readonly status: BeneficiaryVerificationStatus | null;
  /** The owner's name at the bank, where the bank returns it. */
  readonly verifiedName: string | null;
}

/** The port to those who know who can be paid. Its lists are kept at hand: nothing waits for them. */
export interface Directory {
  /** By country, currency and name. */
  readonly banks: readonly Bank[];
  /** By name. */
  readonly vasps: readonly Vasp[];
  /** The newest first. */
  readonly umaProviders: readonly ListedProvider[];
  /** `undefined` when the bank has no such account. */
  checkName(identifier: string, givenName: string | null): NameCheck | undefined;
}
