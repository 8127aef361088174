import type { PlatformConfigUpdateRequest } from '@payments-platform/types';
import { lockEndpoint } from '../../engines/clocks/platform-locks.ts';
import { appendTestEvent } from '../../engines/outbox/test-event.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import { asCurrency, currencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { defaultUmaDomain } from '../platforms/create-platform.ts';
import type { PlatformRow } from '../platforms/find-platform.ts';
import {
  findFirstUse,
  listCurrencyRows,
  lockPlatform,
  replaceCurrencyRows,
  saveFee,
  saveSettings,
} from './config-repository.ts';
import { mergeSettings } from './merge-settings.ts';

/** Applies a checked change. Fields that it does not contain stay as they are. */
export async function applyChange(context: WorkContext, change: PlatformConfigUpdateRequest): Promise<void> {
  const { unit, tenant, now } = context;
  // Events before this were skipped, since there was no endpoint; events after it have one.
  if (typeof change.webhookEndpoint === 'string') lockEndpoint(unit, tenant);
  const platform = await lockPlatform(unit, tenant, now);
  const endpoint = change.webhookEndpoint === undefined ? platform.webhook_endpoint : change.webhookEndpoint;
  const domain = await changeDomain(context, platform, change.umaDomain ?? platform.uma_domain);
  saveSettings(unit, {
    tenant,
    ...domain,
    webhook_endpoint: endpoint,
    embedded_wallet_config: mergeSettings(platform.embedded_wallet_config, change.embeddedWalletConfig),
    card_tokenization_config: mergeSettings(platform.card_tokenization_config, change.cardTokenization2faConfig),
    sca_config: change.scaConfig === undefined ? platform.sca_config : writeJson(change.scaConfig),
  });
  if (change.supportedCurrencies !== undefined) await replaceCurrencies(context, change.supportedCurrencies);
  for (const fee of change.feeConfigs ?? []) {
    saveFee(unit, {
      tenant,
      fee_type: fee.feeType,
      source_currency: currencyCode(fee.sourceCurrency),
      variable_fee_bps: fee.variableFeeBps,
      fixed_fee_minor: BigInt(fee.fixedFee.amount),
    });
  }
  if (endpoint !== null && endpoint !== platform.webhook_endpoint) appendTestEvent(context);
}

type UmaDomain = Pick<PlatformRow, 'uma_domain' | 'uma_domain_since'>;

/** Times are real, because the clock of a sandbox can be set. A return to a domain keeps the time of its first use. */
async function changeDomain(
  { unit, tenant, now, deps }: WorkContext,
  { uma_domain: before, uma_domain_since: since }: UmaDomain,
  domain: string,
): Promise<UmaDomain> {
  if (domain === before) return { uma_domain: before, uma_domain_since: since };
  // Every platform starts with the default domain, which belongs to none.
  if (before !== defaultUmaDomain)
    unit.upsert('former_uma_domains', ['tenant', 'domain'], { tenant, domain: before, left_at: now, used_from: since });
  const firstUse = await findFirstUse(unit, tenant, domain);
  return { uma_domain: domain, uma_domain_since: firstUse === undefined ? deps.clocks.system.now() : firstUse };
}

type CurrencyEntries = NonNullable<PlatformConfigUpdateRequest['supportedCurrencies']>;

const everyDirection = ['INCOMING', 'OUTGOING'] as const;

/** Replaces the whole list; each new currency opens the platform's own account in it. */
async function replaceCurrencies(context: WorkContext, entries: CurrencyEntries): Promise<void> {
  const { unit, tenant } = context;
  const known = new Set((await listCurrencyRows(unit, tenant)).map(({ currency }) => currency));
  replaceCurrencyRows(
    unit,
    tenant,
    entries.map((entry, position) => ({
      tenant,
      currency: asCurrency(entry.currencyCode),
      position,
      minimum_minor: BigInt(entry.minAmount),
      maximum_minor: BigInt(entry.maxAmount),
      required_counterparty_fields: writeJson(entry.requiredCounterpartyFields),
      enabled_transaction_types: writeJson(entry.enabledTransactionTypes ?? everyDirection),
    })),
  );
  const added = entries.map((entry) => asCurrency(entry.currencyCode)).filter((code) => !known.has(code));
  if (added.length > 0) await context.deps.lifeCycle.onCurrenciesGranted(context, null, added);
}
