import type { Specification } from '../../types/src/specification.ts';
import { countsOf } from './counts.ts';
import { type Document, documents } from './documents.ts';
import { escapeHtml } from './html.ts';
import { codeBlock } from './markdown.ts';
import { html, pages } from './page.ts';

interface Card {
  readonly file: string;
  readonly title: string;
  readonly about: string;
}

function cards(list: readonly Card[]): string {
  const items = list.map(
    ({ file, title, about }) =>
      `<li><a href="${file}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(about)}</span></a></li>`,
  );
  return `<ul class="choices">${items.join('')}</ul>`;
}

function documentCards(group: Document['group']): Card[] {
  const all: readonly Document[] = documents;
  return all
    .filter((document) => document.group === group)
    .map(({ file, navigation, about = '' }) => ({ file, title: navigation, about }));
}

const reference: readonly Card[] = [
  { file: pages.reference.file, title: 'API reference', about: 'Every operation, field, answer and example.' },
  { file: pages.errors.file, title: 'Errors', about: 'What each code means, what to do about it, and how to see it.' },
  {
    file: pages.events.file,
    title: 'Webhook events',
    about: 'Every event, what causes it, and in which order they come.',
  },
  { file: pages.states.file, title: 'States', about: 'Every status, drawn, with all that moves it.' },
  { file: pages.changelog.file, title: 'Changelog', about: 'What changed, month by month.' },
  { file: pages.coverage.file, title: 'Coverage', about: 'What is specified, and what the server serves today.' },
];

const request = `curl -u "$TOKEN_ID:$TOKEN_SECRET" "$BASE_URL/quotes" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: invoice-2041" \\
  -d '{
    "source": {
      "sourceType": "ACCOUNT",
      "accountId": "InternalAccount:…"
    },
    "destination": {
      "destinationType": "ACCOUNT",
      "accountId": "ExternalAccount:…"
    },
    "lockedCurrencySide": "SENDING",
    "lockedCurrencyAmount": 10000,
    "immediatelyExecute": true
  }'`;

/** The home page: a description, the first step, and every page with a sentence. */
export function homePage(specification: Specification, product: string): string {
  const shown = ['Operations', 'Webhook events', 'Error codes', 'Currencies', 'Account kinds'];
  const counts = countsOf(specification).filter(({ what }) => shown.includes(what));
  const figures = counts.map(({ what, count }) => `<li><strong>${count}</strong> ${what.toLowerCase()}</li>`);
  const body = `<div class="hero"><div>
<h1>Move money, and know where it is</h1>
<p class="lead">One interface for payments between accounts, banks, wallets and UMA addresses, in one currency or two. Run the whole of it on your own machine: the sandbox has the same ledger and the same signed events as production.</p>
<p class="actions"><a class="button" href="first-payment.html">Make a first payment</a> <a class="button plain" href="${pages.reference.file}">API reference</a></p>
</div>
<div>${codeBlock({ text: request, lang: 'sh' })}</div></div>
<ul class="figures">${figures.join('')}</ul>
<h2 id="start">Start</h2>
${cards(documentCards('start'))}
<h2 id="guides">Guides</h2>
${cards(documentCards('guides'))}
<h2 id="reference">Reference</h2>
${cards(reference)}
<p class="download">The specification as one file: <a href="openapi.yaml" download>openapi.yaml</a>, <a href="openapi.json" download>openapi.json</a>. Interface version <code>${escapeHtml(specification.info.version)}</code>.</p>`;
  return html(pages.home, product, { body });
}
