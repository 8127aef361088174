import type { PlatformConfig } from '@payments-platform/types';
import { findWebhookPublicKey } from '../../engines/outbox/keys.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { findPlatform } from '../platforms/find-platform.ts';
import { listActiveFeeRows, listCurrencyRows } from './config-repository.ts';
import { viewConfig } from './config-view.ts';

/** The configuration as it stands in this unit. */
export async function readConfig(unit: Unit, tenant: number): Promise<PlatformConfig> {
  const [platform, currencies, fees, webhookPublicKey] = await Promise.all([
    findPlatform(unit, tenant),
    listCurrencyRows(unit, tenant),
    listActiveFeeRows(unit, tenant),
    findWebhookPublicKey(unit, tenant),
  ]);
  return viewConfig({ platform, currencies, fees, webhookPublicKey });
}
