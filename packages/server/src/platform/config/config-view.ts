import type { FeeConfig, PlatformConfig, PlatformCurrencyConfig } from '@payments-platform/types';
import type { Pause } from '../../engines/outbox/endpoint-pace.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { readJson } from '../../ground/json/json-text.ts';
import { wireMinor } from '../../ground/money/money.ts';
import type { PlatformRow } from '../platforms/find-platform.ts';
import { providerNeeds } from './provider-needs.ts';
import type { FeeConfigRow, PlatformCurrencyRow } from './tables.ts';

export interface ConfigRows {
  readonly platform: PlatformRow;
  readonly currencies: readonly PlatformCurrencyRow[];
  readonly fees: readonly FeeConfigRow[];
  readonly webhookPause: Pause | undefined;
  readonly webhookPublicKey: string;
  readonly walletBundlePublicKey: string;
}

export function viewConfig({ platform, currencies, fees, webhookPause, ...keys }: ConfigRows): PlatformConfig {
  const {
    webhook_endpoint: webhookEndpoint,
    embedded_wallet_config: wallet,
    card_tokenization_config: card,
    sca_config: sca,
  } = platform;
  return {
    id: storedId('PlatformConfig', platform.config_id),
    environment: platform.environment,
    umaDomain: platform.uma_domain,
    proxyUmaSubdomain: platform.proxy_uma_subdomain,
    ...(webhookEndpoint === null ? {} : { webhookEndpoint }),
    ...(webhookPause !== undefined && { webhookPause }),
    ...keys,
    supportedCurrencies: currencies.map(viewPlatformCurrency),
    isRegulatedFinancialInstitution: platform.is_regulated === 1,
    ...(wallet === null ? {} : { embeddedWalletConfig: readJson(wallet) }),
    ...(card === null ? {} : { cardTokenization2faConfig: readJson(card) }),
    ...(sca === null ? {} : { scaConfig: readJson(sca) }),
    feeConfigs: fees.map(viewFee),
    createdAt: platform.created_at,
    updatedAt: platform.updated_at,
  };
}

/** Providers require nothing about the other party of a payment, so that list is empty. */
function viewPlatformCurrency(row: PlatformCurrencyRow): PlatformCurrencyConfig {
  return {
    currencyCode: row.currency,
    minAmount: wireMinor(row.minimum_minor),
    maxAmount: wireMinor(row.maximum_minor),
    requiredCounterpartyFields: readJson(row.required_counterparty_fields),
    providerRequiredCustomerFields: [...providerNeeds(row.currency)],
    providerRequiredCounterpartyCustomerFields: [],
    enabledTransactionTypes: readJson(row.enabled_transaction_types),
  };
}

function viewFee(row: FeeConfigRow): FeeConfig {
  return {
    feeType: row.fee_type,
    sourceCurrency: row.source_currency,
    variableFeeBps: row.variable_fee_bps,
    fixedFee: { amount: wireMinor(row.fixed_fee_minor), currency: row.source_currency },
  };
}
