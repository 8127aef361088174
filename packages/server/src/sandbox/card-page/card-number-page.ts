import { findReveal, openReveal } from '../../cards/issuing/open-reveal.ts';
import type { CardRow } from '../../cards/issuing/tables.ts';
import { factsPage, noticePage } from '../../engines/hosted-pages/hosted-page-html.ts';
import type { PageRoute, ShownPage } from '../../operation/shown-page.ts';
import { sandboxCardNumber, sandboxSecurityCode } from '../adapters/sandbox-card-numbers.ts';

/** The page of the sandbox's issuer with the number of a card. Showing it uses it up. */
export const cardNumberPage: PageRoute = {
  path: '/hosted/cards/:key',
  mayBeFramed: true,
  show: async (server, { key }) => {
    const reveal = await server.database.read(async (unit) => {
      const found = await findReveal(unit, key);
      if (found !== undefined) await server.clocks.read(unit, found.tenant);
      return found;
    });
    if (reveal === undefined) return unknown;
    const { database, clock, rules } = await server.forTenant(reveal.tenant);
    // In production the issuer hosts the page with the number.
    if (!rules.simulatesChecks) return unknown;
    const opened = await database.transaction((unit) => openReveal(unit, reveal, clock.now()));
    if (opened === 'USED') return used;
    return opened === 'EXPIRED' ? expired : { status: 200, html: numberPage(opened) };
  },
};

const unknown: ShownPage = {
  status: 404,
  html: noticePage('This link does not work', 'Check that the link is complete, or request to see the card again.'),
};
const used: ShownPage = {
  status: 410,
  html: noticePage('This link has been used', 'The number is shown once. Request to see the card again.'),
};
const expired: ShownPage = {
  status: 410,
  html: noticePage(
    'This link has expired',
    'The number is shown for a few minutes only. Request to see the card again.',
  ),
};

function numberPage({ id, last4, exp_month: month, exp_year: year }: CardRow): string {
  if (last4 === null || month === null || year === null)
    throw new Error(`${id} is shown before the issuer has made it`);
  return factsPage('Your card', 'This is a test card of the sandbox. No merchant can charge it.', {
    'Card number': inFours(sandboxCardNumber(id, last4)),
    Expires: `${String(month).padStart(2, '0')}/${String(year).slice(-2)}`,
    'Security code': sandboxSecurityCode(id),
  });
}

function inFours(number: string): string {
  return (number.match(/.{1,4}/g) ?? []).join(' ');
}
