import { notImplemented } from '../../server/src/http/not-implemented.ts';
import type { Specification } from '../../types/src/specification.ts';
import { countsOf } from './counts.ts';
import { escapeHtml } from './html.ts';
import { slugOf } from './markdown.ts';
import { listOperations, requestLink } from './operation-links.ts';
import { type Heading, html, pages } from './page.ts';
import { code, table } from './table.ts';

const served = '<span class="badge yes">served</span>';
const missing = '<span class="badge">501</span>';

/** What the specification holds, and which of its operations the server serves. */
export function coveragePage(specification: Specification, product: string): string {
  const absent: ReadonlySet<string> = new Set(notImplemented);
  const operations = listOperations(specification);
  const areas = [...Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? '')];
  const built = (list: typeof operations): number => list.filter(({ id }) => !absent.has(id)).length;
  const share = Math.round((built(operations) / operations.length) * 100);
  const counts = countsOf(specification).map(({ what, count }) => [what, count.toLocaleString('en')]);
  const sections = areas.map(([area, list]) => {
    const rows = list.map((listed) => [requestLink(listed), code(listed.id), absent.has(listed.id) ? missing : served]);
    return `<h3 id="${slugOf(area)}">${escapeHtml(area)} <small>${built(list)} of ${list.length}</small></h3>
${table(['Request', 'Operation', 'Server'], rows)}`;
  });
  const headings: Heading[] = [
    { id: 'what-the-specification-holds', text: 'What the specification holds', depth: 2 },
    { id: 'what-the-server-serves', text: 'What the server serves', depth: 2 },
    ...areas.map(([area]) => ({ id: slugOf(area), text: area, depth: 3 })),
  ];
  const body = `<h1>Coverage</h1>
<p>The specification is complete before the server is. An operation that is not built yet answers 501 <code>NOT_IMPLEMENTED</code> and is counted here as missing. This page reads the same list as the server.</p>
<h2 id="what-the-specification-holds">What the specification holds</h2>
${table(['What', 'Number'], counts)}
<h2 id="what-the-server-serves">What the server serves</h2>
<p><strong>${built(operations)} of ${operations.length} operations are served.</strong></p>
<progress max="${operations.length}" value="${built(operations)}" aria-label="Operations that are served">${share} %</progress>
${sections.join('\n')}`;
  return html(pages.coverage, product, { body, headings });
}
