import { currencies as currencyTable } from '@payments-platform/types';
import { createWebhookKey } from '../../engines/outbox/keys.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import type { ListedCurrency } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { PlatformCurrencyRow } from '../config/tables.ts';
import type { PlatformRow } from './find-platform.ts';

export interface NewPlatform {
  readonly platformId: string;
  readonly environment: PlatformRow['environment'];
  readonly isRegulated: boolean;
  readonly skipsVerificationPaperwork: boolean;
  readonly currencies: readonly ListedCurrency[];
  /** The operator has approved its consent screen; wanted in production of a platform that is not regulated. */
  readonly isApproved?: boolean;
}

/** Used until a platform sets a domain of its own. */
const defaultUmaDomain = 'uma.example.com';

/**
 * Makes a platform in one environment with everything it needs from the first request on: currencies,
 * accounts of its own and a key that signs its webhooks. Two units that do this at once take the same
 * tenant number; the second one fails and can be run again. Returns the tenant.
 */
export async function createPlatform(context: Omit<WorkContext, 'tenant'>, given: NewPlatform): Promise<number> {
  const { unit, now, deps } = context;
  const platform: PlatformRow = {
    tenant: await nextTenant(unit),
    platform_id: given.platformId,
    environment: given.environment,
    config_id: deps.ids.next('PlatformConfig'),
    is_regulated: given.isRegulated ? 1 : 0,
    skips_verification_paperwork: given.skipsVerificationPaperwork ? 1 : 0,
    uma_domain: defaultUmaDomain,
    proxy_uma_subdomain: subdomainOf(given.platformId),
    webhook_endpoint: null,
    embedded_wallet_config: null,
    card_tokenization_config: null,
    sca_config: null,
    consent_evidence: null,
    launch_approved_at: given.isApproved === true ? now : null,
    created_at: now,
    updated_at: now,
  };
  await unit.insertNow('platforms', platform);
  unit.insert(
    'platform_currencies',
    given.currencies.map((code, position) => currencyRow(platform.tenant, code, position)),
  );
  const ownContext = { ...context, tenant: platform.tenant };
  createWebhookKey(ownContext);
  await deps.lifeCycle.onCurrenciesGranted(ownContext, null, given.currencies);
  return platform.tenant;
}

const highestTenant = statement<Record<never, never>, { tenant: number | null }>('highestTenant', (db) =>
  db.selectFrom('platforms').select(({ fn }) => fn.max('tenant').as('tenant')),
);

async function nextTenant(unit: Unit): Promise<number> {
  return ((await unit.first(highestTenant, {}))?.tenant ?? 0) + 1;
}

/** A label of a host name. */
function subdomainOf(platformId: string): string {
  return platformId
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 63);
}

const largestMinor = 10n ** 15n;

/** Ten billion major units, as far as JSON carries the number exactly with room to spare. */
function defaultMaximumMinor(code: ListedCurrency): bigint {
  const maximumMinor = 10n ** BigInt(10 + currencyTable[code].decimals);
  return maximumMinor < largestMinor ? maximumMinor : largestMinor;
}

function currencyRow(tenant: number, currency: ListedCurrency, position: number): PlatformCurrencyRow {
  return {
    tenant,
    currency,
    position,
    minimum_minor: 1n,
    maximum_minor: defaultMaximumMinor(currency),
    required_counterparty_fields: writeJson([]),
    enabled_transaction_types: writeJson(['INCOMING', 'OUTGOING']),
  };
}
