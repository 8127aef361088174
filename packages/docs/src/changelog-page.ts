import { type Change, type Month, monthName } from './changelog.ts';
import { escapeHtml } from './html.ts';
import { renderDocument, type Surroundings } from './markdown.ts';
import { html, pages } from './page.ts';

export function changeAnchor({ month }: Month, { id }: Change): string {
  return `${month}-${id}`;
}

function entry(month: Month, change: Change, surroundings: Surroundings): string {
  const id = changeAnchor(month, change);
  return `<article class="change" id="${id}">
<h3><span class="badge ${change.kind}">${change.kind}</span> ${escapeHtml(change.title)} <a class="anchor" href="#${id}" aria-label="Link to: ${escapeHtml(change.title)}">#</a></h3>
${renderDocument(change.text, surroundings).html}</article>`;
}

/** The changes for integrators by month, each entry with its own anchor. */
export function changelogPage(
  months: readonly Month[],
  product: string,
  version: string,
  surroundings: Surroundings,
): string {
  const sections = months.map(
    (month) => `<section class="group"><h2 id="${month.month}">${monthName(month)}</h2>
${month.changes.map((change) => entry(month, change, surroundings)).join('\n')}</section>`,
  );
  const body = `<h1>Changelog</h1>
<p>What changed for integrators, in the interface and in this implementation of it. Every entry belongs to the interface version <code>${escapeHtml(version)}</code>; within a version nothing that works stops working, except where an entry says so.</p>
${sections.join('\n')}`;
  const headings = months.map((month) => ({ id: month.month, text: monthName(month), depth: 2 }));
  return html(pages.changelog, product, { body, headings });
}
