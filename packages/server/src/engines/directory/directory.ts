import type { BeneficiaryVerificationStatus } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

/** A bank or mobile money provider that can receive payments. */
export interface Bank {
  readonly bankName: string;
  readonly displayName: string;
  readonly country: string;
  readonly currency: CurrencyCode;
}

/** A provider that holds wallets for its customers. */
export interface Vasp {
  readonly vaspName: string;
  readonly url?: string;
}

/** A UMA provider whose customers can be paid. */
export interface ListedProvider {
  readonly name: string;
  readonly domain: string;
  readonly created_at: Instant;
  readonly lei?: string;
  readonly regions: readonly string[];
  readonly currencies: readonly CurrencyCode[];
  readonly isAllowed: boolean;
}

/** The result of a bank's check whether an account belongs to the beneficiary. */
export interface NameCheck {
  /** `null` when no bank was consulted. */
  readonly status: BeneficiaryVerificationStatus | null;
  /** The account holder's name at the bank, if the bank returns it. */
  readonly verifiedName: string | null;
}

/** The port to directories of banks and providers. Its lists are in memory, so reading them never waits. */
export interface Directory {
  /** Sorted by country, currency and name. */
  readonly banks: readonly Bank[];
  readonly vasps: readonly Vasp[];
  readonly umaProviders: readonly ListedProvider[];
  /** `undefined` if the bank has no such account. */
  checkName(identifier: string, givenName: string | null): NameCheck | undefined;
}
