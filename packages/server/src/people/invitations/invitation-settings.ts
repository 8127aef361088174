import type { Kysely } from 'kysely';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { readJson, writeJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { findPlatform, type PlatformRow } from '../../platform/platforms/find-platform.ts';
import type { InvitationSettingsRow } from './tables.ts';

const find = table('invitation_settings').find();

export function findInvitationSettings(unit: Unit, tenant: number): Promise<InvitationSettingsRow | undefined> {
  return unit.first(find, { tenant });
}

/** The settings that the operator enters, outside of the API. */
export interface InvitationSettings {
  readonly name: string;
  readonly logoUrl: string;
  /** Receives the code of an invitation as its query parameter `code`. */
  readonly onboardingUrl: string;
  readonly countries: readonly string[];
}

/** Creates or replaces the invitation settings of a platform. */
export function saveInvitationSettings(
  { unit, tenant, now }: Pick<WorkContext, 'unit' | 'tenant' | 'now'>,
  { name, logoUrl, onboardingUrl, countries }: InvitationSettings,
): void {
  unit.upsert('invitation_settings', ['tenant'], {
    tenant,
    name,
    logo_url: logoUrl,
    onboarding_url: onboardingUrl,
    countries: writeJson(countries),
    updated_at: now,
  });
}

/** Refuses if an invitation could not be followed, or if its claim event could not be delivered. */
export async function refuseUnconfigured({
  unit,
  tenant,
  deps,
}: Pick<WorkContext, 'unit' | 'tenant' | 'deps'>): Promise<Refusal<'INVITATIONS_NOT_CONFIGURED'> | undefined> {
  const { webhook_endpoint: endpoint } = await findPlatform(unit, tenant);
  const isSetUp =
    deps.rules.defaultInvitations !== undefined || (await findInvitationSettings(unit, tenant)) !== undefined;
  if (!isSetUp) return notConfigured('Ask the operator of the service to set them up.');
  return endpoint === null
    ? notConfigured('Set a webhook endpoint with PATCH /config, to receive the events of their claims.')
    : undefined;
}

function notConfigured(remedy: string): Refusal<'INVITATIONS_NOT_CONFIGURED'> {
  return refuse('INVITATIONS_NOT_CONFIGURED', `Invitations are not set up for this platform. ${remedy}`);
}

/** A platform where an invited person can get an address. */
export interface Onboarding {
  readonly name: string;
  readonly logoUrl?: string;
  /** Includes the code of the invitation. */
  readonly href: string;
}

type Environment = PlatformRow['environment'];

/** Few: most platforms serve the same countries as another one. */
const listCountries = statement<{ readonly environment: Environment }, Pick<InvitationSettingsRow, 'countries'>>(
  'listInvitationCountries',
  (db, { environment }) => offering(db, environment).select('invitation_settings.countries').distinct(),
);

/** The countries that any platform serves. */
export async function countriesServed(unit: Unit, environment: Environment): Promise<Set<string>> {
  const rows = await unit.all(listCountries, { environment });
  return new Set(rows.flatMap(({ countries }) => readJson(countries)));
}

interface Served {
  readonly environment: Environment;
  /** Matches the stored countries. */
  readonly pattern: string;
  readonly inviting: number;
  readonly limit: number;
}

/** A platform without countries accepts everyone. */
const listServing = statement<Served, InvitationSettingsRow>(
  'listInvitationSettings',
  (db, { environment, pattern, inviting, limit }) =>
    offering(db, environment)
      .selectAll('invitation_settings')
      .where(({ or, eb, ref }) => {
        const countries = ref('invitation_settings.countries').$castTo<string>();
        return or([eb(countries, '=', '[]'), eb(countries, 'like', pattern)]);
      })
      .orderBy(({ eb }) => eb.case().when('invitation_settings.tenant', '=', inviting).then(0).else(1).end())
      .orderBy('invitation_settings.name')
      .orderBy('invitation_settings.tenant')
      .limit(limit),
);

function offering(db: Kysely<Schema>, environment: Environment) {
  return (
    db
      .selectFrom('invitation_settings')
      .innerJoin('platforms', 'platforms.tenant', 'invitation_settings.tenant')
      .where('platforms.environment', '=', environment)
      // A copy of a platform has its settings, and is no other place to get an address.
      .where('platforms.is_world', '=', 0)
  );
}

interface Invited {
  readonly environment: Environment;
  readonly code: string;
  /** The inviter's platform. It comes first. */
  readonly tenant: number;
}

/**
 * The platforms that serve the country, or all of them. Across platforms, since an invited person chooses among them;
 * operators enter these settings for public display.
 */
export async function listOnboardings(
  unit: Unit,
  { environment, code, tenant: inviting }: Invited,
  { country, limit }: { readonly country: string | undefined; readonly limit: number },
): Promise<Onboarding[]> {
  const pattern = country === undefined ? '%' : `%${JSON.stringify(country)}%`;
  const rows = await unit.all(listServing, { environment, pattern, inviting, limit });
  return rows.map((row) => {
    const url = new URL(row.onboarding_url);
    url.searchParams.set('code', code);
    return { name: row.name, logoUrl: row.logo_url, href: url.href };
  });
}
