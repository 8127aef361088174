import type { FundingRoute } from '../../engines/funding/funding.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { QuoteRow } from './quote-row.ts';
import { findQuote } from './quotes-repository.ts';
import { routesOf } from './realtime-funding.ts';

/** The part of a quote that its deposits need. */
export interface QuoteFunding {
  readonly id: string;
  readonly status: QuoteRow['status'];
  readonly expiresAt: Instant;
  /** The paying customer; `null` if the platform pays. */
  readonly payerId: string | null;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  /**
   * Whether someone else may pay instead of a wallet: only the exact amount is applied, any other deposit is
   * credited to the wallet's owner.
   */
  readonly isForWallet: boolean;
  /** `null` if the quote is paid from an account. */
  readonly reference: string | null;
  readonly routes: readonly FundingRoute[];
}

export async function findQuoteFunding(
  { unit, tenant, deps }: WorkContext,
  id: string,
): Promise<QuoteFunding | undefined> {
  const row = await findQuote(unit, tenant, id);
  if (row === undefined) return undefined;
  const currency = row.sending_currency;
  const source = readJson(row.source);
  const isForWallet = row.source_account_id !== null;
  const network = source.sourceType === 'REALTIME_FUNDING' ? source.cryptoNetwork : undefined;
  return {
    id,
    status: row.status,
    expiresAt: row.expires_at,
    payerId: isForWallet ? row.customer_id : (source.customerId ?? null),
    currency,
    amountMinor: row.sending_minor,
    isForWallet,
    reference: row.funding_reference,
    routes: row.funding_reference === null ? [] : routesOf(deps, currency, network),
  };
}
