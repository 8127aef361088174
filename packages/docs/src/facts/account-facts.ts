import { rails } from '../../../types/src/index.ts';
import type { AccountFacts, Specification } from '../../../types/src/specification.ts';
import { escapeHtml } from '../html.ts';
import { code, table } from '../table.ts';

export function currencyTable(specification: Specification): string {
  const rows = Object.values(specification['x-currencies'] ?? {}).map(({ code: name, name: title, decimals, kind }) => [
    code(name),
    escapeHtml(title),
    kind === 'FIAT' ? 'money' : 'crypto asset',
    String(decimals),
    (12_550 / 10 ** decimals).toFixed(decimals),
  ]);
  return table(['Code', 'Name', 'Kind', 'Decimals', 'What 12550 is'], rows);
}

function railsOf({ rails, defaultRail, network }: AccountFacts): string {
  if (network !== undefined) return code(network);
  return rails.map((rail) => (rail === defaultRail ? `<strong>${code(rail)}</strong>` : code(rail))).join(', ');
}

/** The identifiers of an account, each with the fields that go with it. */
function namesOf({ identifier, forms = [] }: AccountFacts): string {
  if (forms.length === 0) return code(identifier);
  return forms.map(({ fields }) => fields.map(code).join(' and ')).join(', or ');
}

export function accountTable(specification: Specification): string {
  const accounts = Object.values(specification['x-accounts'] ?? {});
  const rows = accounts.map((account) => [
    code(account.accountType),
    account.currencies.map(code).join(', '),
    namesOf(account),
    railsOf(account),
  ]);
  return table(['accountType', 'Currencies', 'Named by', 'Rails'], rows);
}

const hour = 3_600_000;

function inWords(ms: number): string {
  if (ms < 60_000) return 'seconds';
  if (ms < hour) return `about ${ms / 60_000} minutes`;
  const days = ms / (24 * hour);
  return days === 1 ? 'about 1 day' : `about ${days} days`;
}

/** The rails by their usual duration, fastest first. */
export function railTable(): string {
  const byTime = Map.groupBy(Object.values(rails), ({ usualSeconds }) => inWords(usualSeconds * 1_000));
  const inOrder = [...byTime].sort(([, [one]], [, [other]]) => (one?.usualSeconds ?? 0) - (other?.usualSeconds ?? 0));
  const rows = inOrder.map(([time, alike]) => [time, alike.map(({ rail }) => code(rail)).join(', ')]);
  return table(['Usual time', 'Rails'], rows);
}
