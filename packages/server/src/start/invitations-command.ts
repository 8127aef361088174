import type { Database } from '../ground/database/database.ts';
import type { Deps } from '../operation/deps.ts';
import { saveInvitationSettings } from '../people/invitations/invitation-settings.ts';
import { UnusableOptions } from './read-flags.ts';

interface Opened {
  readonly database: Database;
  readonly deps: Pick<Deps, 'clock'>;
}

interface Flags {
  readonly name?: string | undefined;
  readonly logo?: string | undefined;
  readonly onboarding?: string | undefined;
  readonly country?: readonly string[] | undefined;
}

type Result = Readonly<Record<string, string>>;

/** Records what the page of an invitation shows of a platform. The last record is used. */
export async function setUpInvitations(
  { database, deps }: Opened,
  { platformId, tenant }: { readonly platformId: string; readonly tenant: number },
  flags: Flags,
): Promise<Result> {
  const name = flags.name?.trim() ?? '';
  if (name === '' || name.length > 100) throw new UnusableOptions('--name is required, with at most 100 characters.');
  const settings = {
    name,
    logoUrl: webAddress('logo', flags.logo),
    onboardingUrl: webAddress('onboarding', flags.onboarding),
    countries: countriesOf(flags.country ?? []),
  };
  const now = deps.clock.now();
  await database.transaction(async (unit) => saveInvitationSettings({ unit, tenant, now }, settings));
  const { logoUrl, onboardingUrl, countries } = settings;
  return { platform: platformId, name, logo: logoUrl, onboarding: onboardingUrl, countries: countries.join(' ') };
}

function webAddress(flag: string, text: string | undefined): string {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:')
    throw new UnusableOptions(`--${flag} is required: an address that begins with https://.`);
  return url.href;
}

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

function countriesOf(codes: readonly string[]): readonly string[] {
  if (codes.length === 0) throw new UnusableOptions('--country is required at least once, such as --country US.');
  for (const code of codes) {
    if (!/^[A-Z]{2}$/.test(code) || names.of(code) === undefined)
      throw new UnusableOptions(`${code} is not a country. Give the two letters of ISO 3166-1, such as US.`);
  }
  return [...new Set(codes)].sort();
}
