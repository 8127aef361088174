import { networkOf } from '../../engines/guesses/network-of.ts';
import { linksPage, noticePage, type PageLink } from '../../engines/hosted-pages/hosted-page-html.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { writeAmount } from '../../ground/money/money.ts';
import { isRefusal } from '../../operation/operation.ts';
import type { PageRoute, ShownPage } from '../../operation/shown-page.ts';
import { type FoundInvitation, findInvitation } from './find-invitation.ts';
import { countriesServed, findInvitationSettings, listOnboardings, type Onboarding } from './invitation-settings.ts';
import { statusAt } from './invitation-view.ts';
import type { InvitationRow } from './tables.ts';

/** The page of an invitation: it shows the inviter and the platforms that offer an address. */
export const invitationPage: PageRoute = {
  path: '/i/:key',
  mayBeFramed: false,
  show: async (server, { key, address, country }) => {
    // Codes are short enough to be typed, and keyboards capitalize the first letter.
    const code = key.toLowerCase();
    const found = await findInvitation(server, server.clock.now(), { code, by: `network ${networkOf(address)}` });
    if (isRefusal(found)) {
      const { code: refused, retryAfterSeconds } = found;
      return refused === 'RATE_LIMITED' ? { ...tooMany, retryAfterSeconds } : unknown;
    }
    const { deps } = found;
    const now = deps.clock.now();
    return deps.database.read(async (unit) => {
      const row = await found.read(unit);
      const status = statusAt(row, now);
      return status === 'PENDING' ? openPage(unit, row, found, country) : closed[status];
    });
  },
};

const unknown: ShownPage = {
  status: 404,
  html: noticePage('This invitation does not exist', 'Check that the link is complete, or ask for a new one.'),
};
const tooMany: ShownPage = {
  status: 429,
  html: noticePage('Too many attempts', 'Wait ten minutes, and check that the link is complete.'),
};
const closed: Readonly<Record<'CLAIMED' | 'CANCELLED' | 'EXPIRED', ShownPage>> = {
  CLAIMED: { status: 410, html: noticePage('This invitation was accepted', 'An invitation works only once.') },
  CANCELLED: {
    status: 410,
    html: noticePage('This invitation was cancelled', 'Ask the person who invited you for another one.'),
  },
  EXPIRED: {
    status: 410,
    html: noticePage('This invitation has expired', 'Ask the person who invited you for another one.'),
  },
};

/** A reader sees no more than these, and the content security policy lists the origin of each logo. */
const mostShown = 100;

async function openPage(
  unit: Unit,
  row: InvitationRow,
  found: FoundInvitation,
  country: string | undefined,
): Promise<ShownPage> {
  const heading = row.first_name === null ? 'You are invited' : `You are invited, ${row.first_name}`;
  const countries = await countriesServed(unit, found.environment);
  const chosen = country !== undefined && countries.has(country) ? country : undefined;
  if (countries.size > 1 && chosen === undefined) {
    const html = linksPage(heading, `${promiseOf(row)} Where do you live?`, countryLinks([...countries]));
    return { status: 200, html };
  }
  const links = (await onboardingsOf(unit, found, chosen)).slice(0, mostShown).map(linkTo);
  const logos = links.flatMap(({ logo }) => logo ?? []);
  const picturesFrom = [...new Set(logos.map((logo) => new URL(logo).origin))];
  return { status: 200, html: linksPage(heading, promiseOf(row), links), picturesFrom };
}

/** If no platform is set up, as in the sandbox, only the inviting platform is listed. */
async function onboardingsOf(unit: Unit, found: FoundInvitation, country: string | undefined): Promise<Onboarding[]> {
  const { code, tenant, deps } = found;
  const listed = await listOnboardings(unit, found, { country, limit: mostShown });
  const { defaultInvitations: ownDefault } = deps.rules;
  if (ownDefault === undefined || (await findInvitationSettings(unit, tenant)) !== undefined) return listed;
  return [{ name: ownDefault.name, href: `${deps.publicUrl()}${ownDefault.onboardingPath}${code}` }, ...listed];
}

function linkTo({ name, logoUrl: logo, href }: Onboarding): PageLink {
  const label = `Get your address at ${name}`;
  return logo === undefined ? { href, label } : { href, label, logo };
}

function promiseOf({ inviter_uma: inviter, amount_minor: amountMinor, currency }: InvitationRow): string {
  const invites = `${inviter} invites you to get an address at which you can be paid.`;
  if (amountMinor === null || currency === null) return invites;
  return `${invites} They intend to send you ${writeAmount(amountMinor, currency)} once you have one.`;
}

function countryLinks(codes: readonly string[]): PageLink[] {
  // Created on demand: the first instance takes longer than most modules take to load.
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const links = codes.map((code) => ({ href: `?country=${code}`, label: names.of(code) ?? code }));
  return links.sort((one, other) => one.label.localeCompare(other.label, 'en'));
}
