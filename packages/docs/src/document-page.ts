import { readFileSync } from 'node:fs';
import { type Document, documents } from './documents.ts';
import { type RenderedDocument, renderDocument, type Surroundings } from './markdown.ts';
import { html, navigation } from './page.ts';

const repository = new URL('../../../', import.meta.url);

function readDocument({ source }: Document, surroundings: Surroundings): RenderedDocument {
  return renderDocument(readFileSync(new URL(source, repository), 'utf8'), surroundings);
}

/** Links to the previous and next page, in the order of the navigation. */
function neighbours(file: string): string {
  const entries = navigation.flatMap((group) => group.entries);
  const place = entries.findIndex((entry) => entry.file === file);
  const [before, after] = [entries[place - 1], entries[place + 1]];
  const link = (entry: typeof before, label: string): string =>
    entry === undefined ? '<span></span>' : `<a href="${entry.file}"><small>${label}</small>${entry.navigation}</a>`;
  return `<nav class="neighbours" aria-label="Next and previous page">${link(before, 'Before')}${link(after, 'Next')}</nav>`;
}

export function documentPage(document: Document, product: string, rendered: RenderedDocument): string {
  return html({ file: document.file, title: rendered.title }, product, {
    body: rendered.html + neighbours(document.file),
    headings: rendered.sections.filter(({ depth }) => depth <= 3),
  });
}

/** Every document, read once for both its page and the search. */
export function readDocuments(surroundingsOf: (source: string) => Surroundings): [Document, RenderedDocument][] {
  return documents.map((document) => [document, readDocument(document, surroundingsOf(document.source))]);
}
