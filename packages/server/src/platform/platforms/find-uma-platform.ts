import type { Instant } from '../../ground/clock/instant.ts';
import { tenantExists } from '../../ground/database/existing-tenant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { PlatformRow } from './find-platform.ts';

type Found = Pick<PlatformRow, 'tenant' | 'environment' | 'uma_domain' | 'uma_domain_since' | 'proxy_uma_subdomain'>;
type FoundByLabel = Found & Pick<PlatformRow, 'platform_id'>;

const columns = ['tenant', 'environment', 'uma_domain', 'uma_domain_since', 'proxy_uma_subdomain'] as const;

const findByDomain = statement<{ readonly domain: string }, Found>('findPlatformsOfUmaDomain', (db, { domain }) =>
  db
    .selectFrom('platforms')
    .select(columns)
    .where('uma_domain', '=', domain)
    .where('is_world', '=', 0)
    .where(tenantExists('platforms.tenant'))
    .orderBy('environment')
    .limit(most),
);
const findByFormerDomain = statement<{ readonly domain: string }, Found>(
  'findPlatformsOfFormerUmaDomain',
  (db, { domain }) =>
    db
      .selectFrom('former_uma_domains as former')
      .innerJoin('platforms', 'platforms.tenant', 'former.tenant')
      .select(['platforms.tenant', 'environment', 'former.domain as uma_domain', 'proxy_uma_subdomain'])
      .select('former.used_from as uma_domain_since')
      .where('former.domain', '=', domain)
      .where('is_world', '=', 0)
      .where(tenantExists('platforms.tenant'))
      .orderBy('environment')
      .limit(most),
);
const listFormer = statement<{ readonly tenant: number }, { readonly domain: string }>(
  'listFormerUmaDomains',
  (db, { tenant }) =>
    db
      .selectFrom('former_uma_domains')
      .select('domain')
      .where('tenant', '=', tenant)
      .orderBy('left_at', 'desc')
      .limit(most),
);
const findByLabel = statement<{ readonly label: string }, FoundByLabel>(
  'findPlatformsOfUmaSubdomain',
  (db, { label }) =>
    db
      .selectFrom('platforms')
      .select([...columns, 'platform_id'])
      .where('proxy_uma_subdomain', '=', label)
      .limit(most),
);
/** Ordered by environment, so that no number of sandboxes hides a platform in production. */
const most = 16;

export interface UmaPlatform {
  readonly tenant: number;
  readonly environment: PlatformRow['environment'];
  readonly domain: string;
  readonly usedFrom: Instant | null;
}

/**
 * The platform that a request to a host addresses. An assigned host belongs to one platform. A platform's own
 * domain counts unless another platform of the environment has set the same; a world of the sandbox has none. A
 * domain that no platform of the environment uses now belongs to the one platform that used it before, whose customers
 * keep their addresses there. Production comes first.
 */
export async function findUmaPlatform(unit: Unit, host: string, serviceHost: string): Promise<UmaPlatform | undefined> {
  const label = host.endsWith(`.${serviceHost}`) ? host.slice(0, -serviceHost.length - 1) : undefined;
  if (label !== undefined) return onlyOne(await unit.all(findByLabel, { label }));
  const using = await unit.all(findByDomain, { domain: host });
  const former = await unit.all(findByFormerDomain, { domain: host });
  const environments = new Set(using.map(({ environment }) => environment));
  return onlyOne([...using, ...former.filter(({ environment }) => !environments.has(environment))]);
}

/**
 * The platforms of the environment that used the domain of this one before it did. A platform that only claimed a
 * domain which was in use does not count.
 */
export async function findEarlierUsers(
  unit: Unit,
  { tenant, environment, domain, usedFrom }: UmaPlatform,
): Promise<number[]> {
  if (usedFrom === null) return [];
  return (await unit.all(findByFormerDomain, { domain }))
    .filter((former) => former.tenant !== tenant && former.environment === environment)
    .filter(({ uma_domain_since: since }) => since === null || since < usedFrom)
    .map((former) => former.tenant);
}

/** Whether another platform has this label of a host. A platform has the same label in both of its environments. */
export async function isLabelTaken(unit: Unit, label: string, platformId: string): Promise<boolean> {
  return (await unit.all(findByLabel, { label })).some((platform) => platform.platform_id !== platformId);
}

/** The domains that a platform used before, the most recent first. */
export async function findFormerUmaDomains(unit: Unit, tenant: number): Promise<string[]> {
  return (await unit.all(listFormer, { tenant })).map(({ domain }) => domain);
}

function onlyOne(found: readonly Found[]): UmaPlatform | undefined {
  for (const environment of ['PRODUCTION', 'SANDBOX'] as const) {
    const [one, ...others] = found.filter((platform) => platform.environment === environment);
    if (one === undefined) continue;
    const { tenant, uma_domain: domain, uma_domain_since: usedFrom } = one;
    return others.length > 0 ? undefined : { tenant, environment, domain, usedFrom };
  }
  return undefined;
}
