import type { Specification } from '../../types/src/specification.ts';
import { countsOf } from './counts.ts';
import { escapeHtml } from './html.ts';
import { slugOf } from './markdown.ts';
import { listOperations, requestLink } from './operation-links.ts';
import { type Heading, html, pages } from './page.ts';
import { code, table } from './table.ts';

/** The contents of the specification, and the operations that the server implements. */
export function coveragePage(specification: Specification, product: string): string {
  const operations = listOperations(specification);
  const areas = [...Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? '')];
  const counts = countsOf(specification).map(({ what, count }) => [what, count.toLocaleString('en')]);
  const sections = areas.map(([area, list]) => {
    const rows = list.map((listed) => [requestLink(listed), code(listed.id)]);
    return `<h3 id="${slugOf(area)}">${escapeHtml(area)} <small>${list.length} of ${list.length}</small></h3>
${table(['Request', 'Operation'], rows)}`;
  });
  const headings: Heading[] = [
    { id: 'what-the-specification-holds', text: 'What the specification holds', depth: 2 },
    { id: 'what-the-server-serves', text: 'What the server serves', depth: 2 },
    ...areas.map(([area]) => ({ id: slugOf(area), text: area, depth: 3 })),
  ];
  const body = `<h1>Coverage</h1>
<p>The server serves the specification as a whole: one without a handler for each operation does not compile.</p>
<h2 id="what-the-specification-holds">What the specification holds</h2>
${table(['What', 'Number'], counts)}
<h2 id="what-the-server-serves">What the server serves</h2>
<p><strong>${operations.length} of ${operations.length} operations are served.</strong></p>
${sections.join('\n')}`;
  return html(pages.coverage, product, { body, headings });
}
