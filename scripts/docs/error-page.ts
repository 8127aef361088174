import { STATUS_CODES } from 'node:http';
import type { ErrorEntry, Specification } from '../../packages/types/src/specification.ts';
import { escapeHtml, inline, prose } from './html.ts';
import { type ListedOperation, listOperations, operationLink } from './operation-links.ts';
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

function entryHtml(entry: ErrorEntry, operations: readonly ListedOperation[]): string {
  const answering = operations.filter((operation) => answers(operation, entry.code));
  const badge = entry.retryable
    ? '<span class="badge yes">retryable</span>'
    : '<span class="badge">not retryable</span>';
  return `<article class="entry" id="${escapeHtml(entry.code)}">
<h3><a href="#${escapeHtml(entry.code)}"><code>${escapeHtml(entry.code)}</code></a> <small>${inline(entry.title)}</small> ${badge}</h3>
${prose(entry.meaning)}
<dl>
${fact('Cause', optionalProse(entry.cause))}
${fact('What to do', prose(entry.action))}
${fact('In the sandbox', optionalProse(entry.sandbox))}
${fact('Answered by', answering.map(operationLink).join(' '))}
</dl>
</article>`;
}

/** Every error code of the catalogue, by status, each at an anchor of its own name. */
export function errorPage(specification: Specification, product: string): string {
  const entries = Object.values(specification['x-error-catalogue'] ?? {});
  const operations = listOperations(specification);
  const byStatus = [...Map.groupBy(entries, ({ status }) => status)].sort(([one], [other]) => one - other);
  const contents = byStatus.map(
    ([status, list]) =>
      `<li><a href="#status-${status}">${status} ${STATUS_CODES[status] ?? ''}</a> <small>${list.length}</small></li>`,
  );
  const sections = byStatus.map(
    ([status, list]) => `<section class="group"><h2 id="status-${status}">${status} ${STATUS_CODES[status] ?? ''}</h2>
${list.map((entry) => entryHtml(entry, operations)).join('\n')}</section>`,
  );
  const body = `<main class="text">
<h1>Errors</h1>
<p>A refusal carries <code>code</code>, <code>reason</code>, <code>status</code>, <code>message</code> and sometimes
<code>details</code>. Decide on <code>code</code>; the other members are for people.</p>
<label class="filter">Find a code <input type="search" id="filter" autocomplete="off"></label>
<ul class="contents">${contents.join('')}</ul>
${sections.join('\n')}
</main>`;
  return html(pages.errors, product, body, ['filter.js']);
}
