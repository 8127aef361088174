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
  readonly countries: readonly string[];
  readonly logoUrl?: string;
  /** Includes the code of the invitation. */
  readonly href: string;
}

const listInEnvironment = statement<{ readonly environment: PlatformRow['environment'] }, InvitationSettingsRow>(
  'listInvitationSettings',
  (db, { environment }) =>
    db
      .selectFrom('invitation_settings')
      .innerJoin('platforms', 'platforms.tenant', 'invitation_settings.tenant')
      .selectAll('invitation_settings')
      .where('platforms.environment', '=', environment)
      // A copy of a platform has its settings, and is no other place to get an address.
      .where('platforms.is_world', '=', 0)
      .orderBy('invitation_settings.name')
      .orderBy('invitation_settings.tenant'),
);

interface Invited {
  readonly environment: PlatformRow['environment'];
  readonly code: string;
  /** The inviter's platform. It comes first. */
  readonly tenant: number;
}

/** Across platforms, since an invited person chooses among them; operators enter these settings for public display. */
export async function listOnboardings(
  unit: Unit,
  { environment, code, tenant: inviting }: Invited,
): Promise<Onboarding[]> {
  const byName = await unit.all(listInEnvironment, { environment });
  const rows = byName.toSorted((a, b) => Number(b.tenant === inviting) - Number(a.tenant === inviting));
  return rows.map((row) => {
    const url = new URL(row.onboarding_url);
    url.searchParams.set('code', code);
    return { name: row.name, countries: readJson(row.countries), logoUrl: row.logo_url, href: url.href };
  });
}
