import { STATUS_CODES } from 'node:http';
import type { ErrorEntry, Specification } from '../../types/src/specification.ts';
import { escapeHtml, inline, prose } from './html.ts';
import { type ListedOperation, listOperations, requestLink } from './operation-links.ts';
import { html, pages } from './page.ts';

function answers({ operation }: ListedOperation, code: string): boolean {
  return Object.values(operation['x-error-codes'] ?? {}).some((codes) => codes.includes(code));
}

function fact(name: string, content: string | undefined): string {
  return content === undefined || content.trim() === '' ? '' : `<dt>${name}</dt><dd>${content}</dd>`;
}

function optionalProse(text: string | undefined): string | undefined {
  return text === undefined ? undefined : prose(text);
}

function detailsHtml(details: NonNullable<ErrorEntry['details']>): string {
  return Object.entries(details)
    .map(([name, meaning]) =>
      prose(`\`${name.replace('?', '')}\`${name.endsWith('?') ? ' (not always)' : ''}: ${meaning}`),
    )
    .join('');
}

function entryHtml(entry: ErrorEntry, operations: readonly ListedOperation[]): string {
  const answering = operations.filter((operation) => answers(operation, entry.code));
  const badge = entry.retryable
    ? '<span class="badge yes">repeat it</span>'
    : '<span class="badge">do not repeat as it is</span>';
  const id = escapeHtml(entry.code);
  const list = `<details${answering.length > 6 ? '' : ' open'}><summary>${answering.length} operations</summary><div class="names">${answering.map(requestLink).join(' ')}</div></details>`;
  return `<article class="entry" id="${id}">
<h3><code>${id}</code> ${badge} <a class="anchor" href="#${id}" aria-label="Link to: ${id}">#</a></h3>
<p class="title">${inline(entry.title)}</p>
${prose(entry.meaning)}
<dl>
${fact('Cause', optionalProse(entry.cause))}
${fact('What to do', prose(entry.action))}
${fact('Details', detailsHtml(entry.details ?? {}))}
${fact('In the sandbox', optionalProse(entry.sandbox))}
${fact('Answered by', answering.length === 0 ? undefined : list)}
</dl>
</article>`;
}

/** Every error code of the catalogue by status, each with its name as anchor. */
export function errorPage(specification: Specification, product: string): string {
  const entries = Object.values(specification['x-error-catalogue'] ?? {});
  const operations = listOperations(specification);
  const byStatus = [...Map.groupBy(entries, ({ status }) => status)].sort(([one], [other]) => one - other);
  const sections = byStatus.map(
    ([status, list]) => `<section class="group"><h2 id="status-${status}">${status} ${STATUS_CODES[status] ?? ''}</h2>
${list.map((entry) => entryHtml(entry, operations)).join('\n')}</section>`,
  );
  const body = `<h1>Errors</h1>
<p>A refusal carries <code>code</code>, <code>reason</code>, <code>status</code>, <code>message</code> and sometimes <code>details</code>. Decide on <code>code</code>; the other members are for people. Each code has an address of its own here, such as <code>errors.html#QUOTE_EXPIRED</code>, which will not change. How to handle them is in <a href="errors-and-retries.html">Errors and retries</a>.</p>
<label class="filter">Find a code <input type="search" id="filter" autocomplete="off" placeholder="QUOTE_EXPIRED"></label>
<p id="filtered" role="status"></p>
${sections.join('\n')}`;
  const headings = byStatus.map(([status, list]) => ({
    id: `status-${status}`,
    text: `${status} ${STATUS_CODES[status] ?? ''} (${list.length})`,
    depth: 2,
  }));
  return html(pages.errors, product, { body, headings, scripts: ['filter.js'] });
}
