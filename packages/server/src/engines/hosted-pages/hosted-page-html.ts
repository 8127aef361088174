import { createHash } from 'node:crypto';
import type { HostedContent, HostedOutcome, HostedPageRow } from './hosted-page.ts';

const style = `
:root{color-scheme:light dark;--ground:#f5f6f8;--raised:#fff;--ink:#1b1f27;--quiet:#5a6372;--edge:#c3c9d4;--accent:#1559c7;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#14171c;--raised:#1d2129;--ink:#e6e9ee;--quiet:#9aa4b2;--edge:#4a5264;--accent:#7fb0ff;--on-accent:#10203c}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--ground);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif;overflow-wrap:anywhere}
main{max-width:32rem;margin:0 auto;padding:clamp(1rem,6vw,4rem) 1rem}
section{background:var(--raised);border:1px solid var(--edge);border-radius:.75rem;padding:1.5rem}
h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25}
p{margin:0 0 1rem}
.quiet{color:var(--quiet);font-size:.9375rem}
button,a.button{display:block;width:100%;min-height:3rem;margin:0 0 .75rem;padding:.6rem 1rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--raised);color:var(--ink);font:inherit;text-align:center;text-decoration:none;cursor:pointer}
a.button img{height:2rem;max-width:8rem;margin:0 .6rem 0 0;object-fit:contain;vertical-align:middle}
button.first{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600}
a{color:var(--accent)}
dl{margin:0}
dt{color:var(--quiet);font-size:.9375rem}
dd{margin:0 0 1rem;font:600 1.25rem/1.4 ui-monospace,"SF Mono","Noto Sans Mono",monospace;letter-spacing:.04em}
dd:last-child{margin:0}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * What the browser may do on these pages: use the one inline style, send the form, and load pictures from the given
 * origins. The response to a form may redirect to the platform and from there anywhere, including an app on the phone.
 * Browsers check every redirect against `form-action`, and no list covers them all, so pages that redirect have none.
 */
export function securityPolicy(leadsOn: boolean, picturesFrom: readonly string[] = []): string {
  const formTargets = leadsOn ? '' : "form-action 'self'; ";
  const pictures = picturesFrom.length === 0 ? '' : `img-src ${picturesFrom.join(' ')}; `;
  return `default-src 'none'; style-src 'sha256-${styleHash}'; ${pictures}${formTargets}frame-ancestors 'none'; base-uri 'none'`;
}

/** The policy of a page without a form in a frame of an app, on any site. */
export const framedPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'none'; frame-ancestors https: http://localhost:* http://127.0.0.1:*; base-uri 'none'`;

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

function document(heading: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)}</title>
<style>${style}</style>
</head>
<body>
<main>
<section>
<h1>${escapeHtml(heading)}</h1>
${content}
</section>
</main>
</body>
</html>
`;
}

/** A page with one message and, if there is a redirect, a link to it. */
export function noticePage(heading: string, text: string, redirectUri: string | null = null): string {
  const way = redirectUri === null ? '' : `\n<a class="button" href="${escapeHtml(redirectUri)}">Continue</a>`;
  return document(heading, `<p>${escapeHtml(text)}</p>${way}`);
}

/** A page that lists facts, each with its name. */
export function factsPage(heading: string, text: string, facts: Readonly<Record<string, string>>): string {
  const items = Object.entries(facts).map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  return document(heading, `<p>${escapeHtml(text)}</p>\n<dl>\n${items.join('\n')}\n</dl>`);
}

/** A page of text. */
export function textPage(heading: string, paragraphs: readonly string[]): string {
  return document(heading, paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n'));
}

export interface PageLink {
  readonly href: string;
  readonly label: string;
  /** The URL of a picture before the label; it repeats the label, so it has no alternative text. */
  readonly logo?: string;
}

/** A page of links. */
export function linksPage(heading: string, text: string, links: readonly PageLink[]): string {
  const buttons = links.map(({ href, label, logo }) => {
    const picture = logo === undefined ? '' : `<img src="${escapeHtml(logo)}" alt="">`;
    return `<a class="button" href="${escapeHtml(href)}">${picture}${escapeHtml(label)}</a>`;
  });
  return document(heading, [`<p>${escapeHtml(text)}</p>`, ...buttons].join('\n'));
}

/** The page on which a tester of the sandbox chooses the result of the identity check. */
export function choicePage(purpose: HostedContent, page: HostedPageRow, suggested: HostedOutcome): string {
  const choices = [...purpose.choices].sort(
    (a, b) => Number(b.outcome === suggested) - Number(a.outcome === suggested),
  );
  const buttons = choices.map(
    ({ outcome, label }, place) =>
      `<button type="submit" name="outcome" value="${outcome}"${place === 0 ? ' class="first"' : ''}>${escapeHtml(label)}</button>`,
  );
  const leave =
    page.redirect_uri === null
      ? ''
      : `\n<p class="quiet"><a href="${escapeHtml(page.redirect_uri)}">Go back without finishing</a></p>`;
  return document(
    purpose.heading,
    `<p>${escapeHtml(purpose.explanation)}</p>
<p class="quiet">This is the sandbox: no check takes place. Choose its result; the first choice is the one that the sandbox’s rules give this customer.</p>
<form method="post">
${buttons.join('\n')}
</form>${leave}`,
  );
}
