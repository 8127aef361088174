import { notImplemented } from '../../packages/server/src/http/not-implemented.ts';
import type { Specification } from '../../packages/types/src/specification.ts';
import { escapeHtml } from './html.ts';
import { listOperations, operationLink } from './operation-links.ts';
import { html, pages } from './page.ts';

interface Listed {
  readonly area: string;
  readonly link: string;
  readonly isBuilt: boolean;
}

function operationsOf(specification: Specification): Listed[] {
  const missing: ReadonlySet<string> = new Set(notImplemented);
  return listOperations(specification).map((listed) => ({
    area: listed.operation.tags?.[0] ?? '',
    link: operationLink(listed),
    isBuilt: !missing.has(listed.id),
  }));
}

/** How often a member of this name stands anywhere in the document, counted with what it holds. */
function countMembers(node: unknown, name: string, sizeOf: (value: object) => number): number {
  if (typeof node !== 'object' || node === null) return 0;
  return Object.entries(node).reduce((sum, [key, value]) => {
    const own = key === name && typeof value === 'object' && value !== null ? sizeOf(value) : 0;
    return sum + own + countMembers(value, name, sizeOf);
  }, 0);
}

function countsOf(specification: Specification): [what: string, count: number][] {
  const tables = Object.values(specification['x-state-tables'] ?? {});
  const entries = (value: object): number => Object.keys(value).length;
  return [
    ['Operations', operationsOf(specification).length],
    ['Schemas', entries(specification.components?.schemas ?? {})],
    ['Webhook events', entries(specification.webhooks ?? {})],
    ['Error codes', entries(specification['x-error-catalogue'] ?? {})],
    ['State tables', tables.length],
    ['States', tables.reduce((sum, table) => sum + entries(table.states), 0)],
    ['Examples', countMembers(specification.paths, 'examples', entries)],
    ['Links', countMembers(specification.paths, 'links', entries)],
  ];
}

/** What the specification holds, and which of its operations the server serves. */
export function coveragePage(specification: Specification, product: string): string {
  const operations = operationsOf(specification);
  const built = operations.filter(({ isBuilt }) => isBuilt).length;
  const rows = operations.map(
    ({ area, link, isBuilt }) =>
      `<tr><td>${escapeHtml(area)}</td><td>${link}</td><td>${isBuilt ? 'served' : '501'}</td></tr>`,
  );
  const counts = countsOf(specification).map(([what, count]) => `<tr><td>${what}</td><td>${count}</td></tr>`);
  const body = `<main class="text">
<h1>Coverage</h1>
<p>The specification is complete before the server is. An operation that is not built yet answers 501 <code>NOT_IMPLEMENTED</code> and is counted here as missing.</p>
<div class="wide" tabindex="0"><table><caption>What the specification holds</caption>
<thead><tr><th scope="col">What</th><th scope="col">Number</th></tr></thead>
<tbody>${counts.join('\n')}</tbody></table></div>
<div class="wide" tabindex="0"><table><caption>${built} of ${operations.length} operations are served</caption>
<thead><tr><th scope="col">Area</th><th scope="col">Operation</th><th scope="col">Server</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>
</main>`;
  return html(pages.coverage, product, body);
}
