import type { FundingRoute } from '../../engines/funding/funding.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { QuoteRow } from './quote-row.ts';
import { findQuote } from './quotes-repository.ts';
import { routesOf } from './realtime-funding.ts';

/** A quote as those see it who bring it its money. */
export interface QuoteFunding {
  readonly id: string;
  readonly status: QuoteRow['status'];
  readonly expiresAt: Instant;
  /** The customer who pays; `null` when the platform does. */
  readonly payerId: string | null;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  /** Whether somebody pays in place of a wallet: only what is exactly asked for is used, the rest is the wallet's. */
  readonly isForWallet: boolean;
  /** `null` when the quote is paid from an account. */
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
