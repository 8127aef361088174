import { readJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { PasskeyHome } from '../../operation/ports/environment-rules.ts';
import { findPlatform } from '../../platform/platforms/find-platform.ts';

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
  const { sca_config: text } = await findPlatform(unit, tenant);
  if (text === null) return { displayName: defaultName, passkeys: deps.rules.defaultPasskeys };
  const { displayName, relyingPartyId, allowedOrigins } = readJson(text);
  return { displayName, passkeys: { relyingPartyId, allowedOrigins } };
}
