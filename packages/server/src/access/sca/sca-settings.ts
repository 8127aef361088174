import { readJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/work-context.ts';
import { findPlatform, type PlatformRow } from '../../platform/platforms/find-platform.ts';

/** What customers of the platform meet when they authenticate. */
export interface ScaSettings {
  readonly environment: PlatformRow['environment'];
  /** Stands in authenticator apps, on passkeys and in texts. */
  readonly displayName: string;
  /** The domain that passkeys belong to and where they may be used; absent where nobody has said so. */
  readonly passkeys: { readonly relyingPartyId: string; readonly allowedOrigins: readonly string[] } | undefined;
}

const defaultName = 'Payments';
/** Browsers allow passkeys on localhost without TLS, so a page can be tried without any setting. */
const sandboxPasskeys = { relyingPartyId: 'localhost', allowedOrigins: ['http://localhost:3000'] };

export async function readScaSettings({ unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>): Promise<ScaSettings> {
  const { environment, sca_config: text } = await findPlatform(unit, tenant);
  if (text === null) {
    return {
      environment,
      displayName: defaultName,
      passkeys: environment === 'SANDBOX' ? sandboxPasskeys : undefined,
    };
  }
  const { displayName, relyingPartyId, allowedOrigins } = readJson(text);
  return { environment, displayName, passkeys: { relyingPartyId, allowedOrigins } };
}
