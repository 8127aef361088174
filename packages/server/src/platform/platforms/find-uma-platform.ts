import { tenantStands } from '../../ground/database/standing-tenant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { PlatformRow } from './find-platform.ts';

type Found = Pick<PlatformRow, 'tenant' | 'environment' | 'uma_domain' | 'proxy_uma_subdomain'>;

const columns = ['tenant', 'environment', 'uma_domain', 'proxy_uma_subdomain'] as const;

const findByDomain = statement<{ readonly domain: string }, Found>('findPlatformsOfUmaDomain', (db, { domain }) =>
  db
    .selectFrom('platforms')
    .select(columns)
    .where('uma_domain', '=', domain)
    .where('is_world', '=', 0)
    .where(tenantStands('platforms.tenant'))
    .limit(most),
);
const findByLabel = statement<{ readonly label: string }, Found>('findPlatformsOfUmaSubdomain', (db, { label }) =>
  db.selectFrom('platforms').select(columns).where('proxy_uma_subdomain', '=', label).limit(most),
);
const most = 16;

export interface UmaPlatform {
  readonly tenant: number;
  readonly domain: string;
}

/**
 * The platform that a request to a host is for. The host that was assigned to a platform is nobody else's; a domain of
 * its own counts as long as no other platform of the environment has set the same; a world of the sandbox has none.
 * Production comes first.
 */
export async function findUmaPlatform(unit: Unit, host: string, serviceHost: string): Promise<UmaPlatform | undefined> {
  const label = host.endsWith(`.${serviceHost}`) ? host.slice(0, -serviceHost.length - 1) : undefined;
  const found =
    label === undefined ? await unit.all(findByDomain, { domain: host }) : await unit.all(findByLabel, { label });
  for (const environment of ['PRODUCTION', 'SANDBOX'] as const) {
    const [one, ...others] = found.filter((platform) => platform.environment === environment);
    if (one !== undefined) return others.length > 0 ? undefined : { tenant: one.tenant, domain: one.uma_domain };
  }
  return undefined;
}
