import { escapeHtml } from './html.ts';

export interface Page {
  readonly file: string;
  readonly title: string;
  readonly navigation: string;
}

export const pages = {
  reference: { file: 'index.html', title: 'API reference', navigation: 'Reference' },
  errors: { file: 'errors.html', title: 'Errors', navigation: 'Errors' },
  states: { file: 'states.html', title: 'States', navigation: 'States' },
  events: { file: 'events.html', title: 'Webhook events', navigation: 'Events' },
  coverage: { file: 'coverage.html', title: 'Coverage', navigation: 'Coverage' },
  decisions: { file: 'decisions.html', title: 'Decisions', navigation: 'Decisions' },
} as const satisfies Record<string, Page>;

export function header(current: Page, product: string): string {
  const links = Object.values(pages).map((page) => {
    const mark = page.file === current.file ? ' aria-current="page"' : '';
    return `<a href="${page.file}"${mark}>${page.navigation}</a>`;
  });
  return `<header class="top"><strong>${escapeHtml(product)}</strong><nav aria-label="Documentation">${links.join('')}</nav></header>`;
}

/** A whole page. Everything it loads lies in the same folder, so it also opens from the file system. */
export function html(page: Page, product: string, body: string, scripts: readonly string[] = []): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · ${escapeHtml(product)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="site.css">
</head>
<body>
${header(page, product)}
${body}
${scripts.map((script) => `<script src="${script}"></script>`).join('\n')}
</body>
</html>
`;
}
