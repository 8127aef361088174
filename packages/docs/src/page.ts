import { documents } from './documents.ts';
import { escapeHtml } from './html.ts';

export interface Page {
  readonly file: string;
  readonly title: string;
  readonly navigation: string;
}

/** The pages that are generated from the specification. */
export const pages = {
  home: { file: 'index.html', title: 'Documentation', navigation: 'Overview' },
  reference: { file: 'reference.html', title: 'API reference', navigation: 'API reference' },
  errors: { file: 'errors.html', title: 'Errors', navigation: 'Errors' },
  events: { file: 'events.html', title: 'Webhook events', navigation: 'Webhook events' },
  states: { file: 'states.html', title: 'States', navigation: 'States' },
  changelog: { file: 'changelog.html', title: 'Changelog', navigation: 'Changelog' },
  coverage: { file: 'coverage.html', title: 'Coverage', navigation: 'Coverage' },
  decisions: { file: 'decisions.html', title: 'Decisions', navigation: 'Decisions' },
} as const satisfies Record<string, Page>;

type Entry = Pick<Page, 'file' | 'navigation'>;

function documentsOf(group: (typeof documents)[number]['group']): Entry[] {
  return documents.filter((document) => document.group === group);
}

/** The pages in the order that suits a newcomer. */
export const navigation: readonly { readonly title: string; readonly entries: readonly Entry[] }[] = [
  { title: 'Start', entries: [pages.home, ...documentsOf('start')] },
  { title: 'Guides', entries: documentsOf('guides') },
  {
    title: 'Reference',
    entries: [pages.reference, pages.errors, pages.events, pages.states, pages.changelog],
  },
  { title: 'Project', entries: [pages.coverage, pages.decisions, ...documentsOf('project')] },
];

const inHeader: readonly (Entry & { readonly label: string })[] = [
  { ...pages.home, label: 'Guides' },
  { ...pages.reference, label: 'Reference' },
  { ...pages.errors, label: 'Errors' },
  { ...pages.events, label: 'Events' },
  { ...pages.states, label: 'States' },
  { ...pages.changelog, label: 'Changelog' },
];

function link({ file }: Entry, label: string, current: string): string {
  return `<a href="${file}"${file === current ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a>`;
}

const mark =
  '<svg class="mark" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><rect x="1" y="1" width="22" height="22" rx="6"/><path d="M6 9h9l-3-3M18 15H9l3 3"/></svg>';

function header(current: string, product: string): string {
  return `<header class="top">
<a class="brand" href="${pages.home.file}">${mark}<span>${escapeHtml(product.replace(/ API$/, ''))}</span></a>
<nav class="main" aria-label="Main">${inHeader.map((entry) => link(entry, entry.label, current)).join('')}</nav>
<button class="find" type="button" aria-keyshortcuts="/" hidden><span>Search</span> <kbd>/</kbd></button>
<button class="menu" type="button" popovertarget="side">Menu</button>
</header>`;
}

/** A column beside the text if there is room; on narrow screens the menu button opens it. */
function side(current: string): string {
  const groups = navigation.map(
    ({ title, entries }) =>
      `<h2>${title}</h2><ul>${entries.map((entry) => `<li>${link(entry, entry.navigation, current)}</li>`).join('')}</ul>`,
  );
  return `<nav class="side" id="side" popover aria-label="All pages">${groups.join('\n')}</nav>`;
}

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly depth: number;
}

function contents(headings: readonly Heading[]): string {
  if (headings.length < 2) return '';
  const items = headings.map(
    ({ id, text, depth }) => `<li class="depth-${depth}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`;
}

export interface PageParts {
  readonly body: string;
  /** The entries of the right column. */
  readonly headings?: readonly Heading[];
  readonly scripts?: readonly string[];
  /** The body contains its own `main` and columns. */
  readonly isWhole?: boolean;
}

/** A whole page. All its files are in the same folder, so it also works from the file system. */
export function html(page: Pick<Page, 'file' | 'title'>, product: string, parts: PageParts): string {
  const { body, headings = [], scripts = [], isWhole = false } = parts;
  const middle = isWhole
    ? `${side(page.file)}${body}`
    : `<div class="columns">${side(page.file)}<main id="main" class="text">${body}</main>${contents(headings)}</div>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · ${escapeHtml(product)}</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="site.css">
</head>
<body class="${isWhole ? 'whole' : page.file === pages.home.file ? 'home' : 'page'}">
<a class="skip" href="#main">To the text</a>
${header(page.file, product)}
${middle}
${['search.js', 'site.js', ...scripts].map((script) => `<script src="${script}"></script>`).join('\n')}
</body>
</html>
`;
}
