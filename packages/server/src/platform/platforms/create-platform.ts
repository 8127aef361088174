import { currencies as currencyTable } from '@payments-platform/types';
import { createWebhookKey } from '../../engines/outbox/keys.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import type { ListedCurrency } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { PlatformCurrencyRow } from '../config/tables.ts';
import type { PlatformRow } from './find-platform.ts';
import { isLabelTaken } from './find-uma-platform.ts';

export interface NewPlatform {
  readonly platformId: string;
  readonly environment: PlatformRow['environment'];
  readonly isRegulated: boolean;
  readonly skipsVerificationPaperwork: boolean;
  readonly currencies: readonly ListedCurrency[];
  /** The operator has approved its consent screen; required in production for an unregulated platform. */
  readonly isApproved?: boolean;
  /** Another platform creates it, as a world of its sandbox. */
  readonly isWorld?: boolean;
}

/** Used until a platform sets its own domain. */
export const defaultUmaDomain = 'uma.example.com';

/** Creates a platform in one environment under a new tenant number. Returns the tenant. */
export async function createPlatform(context: Omit<WorkContext, 'tenant'>, given: NewPlatform): Promise<number> {
  const tenant = await takeTenant(context.unit);
  await openPlatform({ ...context, tenant }, given);
  return tenant;
}

/**
 * Creates the platform of a tenant with everything that requests need: currencies, its own accounts and a key that
 * signs its webhooks.
 */
export async function openPlatform(context: WorkContext, given: NewPlatform): Promise<void> {
  const { unit, tenant, now, deps } = context;
  const platform: PlatformRow = {
    tenant,
    platform_id: given.platformId,
    environment: given.environment,
    config_id: deps.ids.next('PlatformConfig'),
    is_regulated: given.isRegulated ? 1 : 0,
    skips_verification_paperwork: given.skipsVerificationPaperwork ? 1 : 0,
    uma_domain: defaultUmaDomain,
    uma_domain_since: null,
    proxy_uma_subdomain: await assignSubdomain(unit, tenant, given.platformId),
    webhook_endpoint: null,
    embedded_wallet_config: null,
    card_tokenization_config: null,
    sca_config: null,
    consent_evidence: null,
    launch_approved_at: given.isApproved === true ? now : null,
    created_at: now,
    updated_at: now,
    is_world: given.isWorld === true ? 1 : 0,
  };
  await unit.insertNow('platforms', platform);
  unit.insert(
    'platform_currencies',
    given.currencies.map((code, position) => currencyRow(tenant, code, position)),
  );
  createWebhookKey(context);
  await deps.lifeCycle.onCurrenciesGranted(context, null, given.currencies);
}

const takeNumber = statement<Record<never, never>, { readonly last_given: number }>('takeTenantNumber', (db) =>
  db
    .updateTable('tenant_numbers')
    .set((of) => ({ last_given: of('last_given', '+', 1) }))
    .returning('last_given'),
);

/** Assigns a tenant number that was never used; simultaneous units are serialized. */
export async function takeTenant(unit: Unit): Promise<number> {
  const taken = await unit.first(takeNumber, {});
  if (taken === undefined) throw new Error('the store does not record which tenant numbers were assigned');
  return taken.last_given;
}

/** Names may differ only in characters that a host name cannot have, or have no others. */
async function assignSubdomain(unit: Unit, tenant: number, platformId: string): Promise<string> {
  const label = subdomainOf(platformId);
  const isOwn = label !== '' && !(await isLabelTaken(unit, label, platformId));
  return isOwn ? label : subdomainOf(`${label.slice(0, 50)}-${tenant}`);
}

/** A label of a host name; empty if the name has no letter or digit that one can have. */
export function subdomainOf(platformId: string): string {
  return platformId
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 63)
    .replace(/-$/, '');
}

const largestMinor = 10n ** 15n;

/** Ten billion major units, limited so that JSON holds the number exactly, with room to spare. */
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
