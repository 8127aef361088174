import type { PlatformConfig } from '@payments-platform/types';
import { findWebhookPublicKey } from '../../engines/outbox/keys.ts';
import { serviceKey } from '../../engines/wallet-crypto/service-key.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { findPlatform } from '../platforms/find-platform.ts';
import { listActiveFeeRows, listCurrencyRows } from './config-repository.ts';
import { viewConfig } from './config-view.ts';

/** The configuration as it is in this unit. */
export async function readConfig({
  unit,
  tenant,
  deps,
}: Pick<WorkContext, 'unit' | 'tenant' | 'deps'>): Promise<PlatformConfig> {
  const [platform, currencies, fees, webhookPublicKey] = await Promise.all([
    findPlatform(unit, tenant),
    listCurrencyRows(unit, tenant),
    listActiveFeeRows(unit, tenant),
    findWebhookPublicKey(unit, tenant),
  ]);
  const { uncompressed: walletBundlePublicKey } = serviceKey(deps.sealer, platform.environment);
  const { webhook_endpoint: endpoint } = platform;
  const webhookPause = endpoint === null ? undefined : deps.relay.pauseOf(tenant, endpoint);
  return viewConfig({ platform, webhookPause, currencies, fees, webhookPublicKey, walletBundlePublicKey });
}
