import { createHash } from 'node:crypto';
import type { PaymentInstructions } from '@payments-platform/types';
import type { Fundable, FundingRoute } from '../../../engines/funding/funding.ts';

export type AccountInfo = PaymentInstructions['accountOrWalletInfo'];
export type InfoOf<T extends AccountInfo['accountType']> = Extract<AccountInfo, { accountType: T }>;

/** One way to deposit a currency. */
export interface FundingMethod {
  readonly routes: readonly FundingRoute[];
  /** The account, address or invoice to pay to, over some of the routes. */
  info(fundable: Fundable, routes: readonly FundingRoute[]): AccountInfo;
  /** An invoice is paid once and expires, so an account cannot have one. */
  readonly isForOnePayment?: boolean;
}

/** Bytes that depend only on the account or quote and the purpose. */
export function bytesOf({ id }: Fundable, purpose: string): Uint8Array {
  return createHash('sha256').update(`${purpose} ${id}`).digest();
}

export function digitsOf(fundable: Fundable, purpose: string, count: number): string {
  return [...bytesOf(fundable, purpose).subarray(0, count)].map((byte) => byte % 10).join('');
}
