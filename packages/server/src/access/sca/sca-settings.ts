import { readJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { EnvironmentRules, PasskeyHome } from '../../operation/ports/environment-rules.ts';
import { findPlatform, type PlatformRow } from '../../platform/platforms/find-platform.ts';

/** What customers of the platform meet when they authenticate. */
export interface ScaSettings {
  /** Stands in authenticator apps, on passkeys and in texts. */
  readonly displayName: string;
  /** The domain that passkeys belong to and where they may be used; absent where nobody has said so. */
  readonly passkeys: PasskeyHome | undefined;
}

const defaultName = 'Payments';

export async function readScaSettings({
  unit,
  tenant,
  deps,
}: Pick<WorkContext, 'unit' | 'tenant' | 'deps'>): Promise<ScaSettings> {
  return scaSettingsOf(await findPlatform(unit, tenant), deps.rules);
}

export function scaSettingsOf(
  { sca_config: text }: Pick<PlatformRow, 'sca_config'>,
  { defaultPasskeys }: Pick<EnvironmentRules, 'defaultPasskeys'>,
): ScaSettings {
  if (text === null) return { displayName: defaultName, passkeys: defaultPasskeys };
  const { displayName, relyingPartyId, allowedOrigins } = readJson(text);
  return { displayName, passkeys: { relyingPartyId, allowedOrigins } };
}
