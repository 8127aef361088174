import { createHash } from 'node:crypto';
import type { CryptoNetwork, PaymentInstructions, PaymentRail } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';

/** A bank rail or a network over which money can come in. */
export type FundingRoute = PaymentRail | CryptoNetwork | 'LIGHTNING';

export type AccountInfo = PaymentInstructions['accountOrWalletInfo'];
export type InfoOf<T extends AccountInfo['accountType']> = Extract<AccountInfo, { accountType: T }>;

/** The one payment that instructions are made for. */
export interface ExpectedPayment {
  readonly amountMinor: bigint;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** What money is paid in for: an internal account, or one quote. */
export interface Fundable {
  /** The same id always gets the same instructions. */
  readonly id: string;
  readonly reference: string;
  /** Left out where the instructions are for good. */
  readonly payment?: ExpectedPayment;
}

/** One way to pay a currency in. */
export interface FundingMethod {
  readonly routes: readonly FundingRoute[];
  /** The account, address or invoice to pay to, over some of the routes. */
  info(fundable: Fundable, routes: readonly FundingRoute[]): AccountInfo;
  /** An invoice is paid once and expires, so it cannot stand on an account. */
  readonly isForOnePayment?: boolean;
}

/** Bytes that belong to the fundable and the purpose, the same at every look. */
export function bytesOf({ id }: Fundable, purpose: string): Uint8Array {
  return createHash('sha256').update(`${purpose} ${id}`).digest();
}

export function digitsOf(fundable: Fundable, purpose: string, count: number): string {
  return [...bytesOf(fundable, purpose).subarray(0, count)].map((byte) => byte % 10).join('');
}
