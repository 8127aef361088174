import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

/** The observations of one visit to a page. */
export interface Visit {
  readonly file: string;
  /** Console errors, exceptions, requests to other hosts, requests that failed. */
  readonly faults: readonly string[];
  readonly title: string;
  readonly headings: readonly string[];
  readonly text: string;
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
  /** Pixels by which the page is wider than the window. */
  readonly overflow: number;
}

export interface Visitor {
  visit(address: string, ready?: string): Promise<Visit>;
  readonly page: Page;
}

const ownProtocols = ['file:', 'data:', 'blob:'];

/** Opens pages one after the other in one tab, and records everything that our pages must not do. */
export async function createVisitor(
  context: BrowserContext,
  home: string,
  screenshots?: { readonly folder: string; readonly variant: string },
): Promise<Visitor> {
  const page = await context.newPage();
  let faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const isOwn = ownProtocols.includes(new URL(request.url()).protocol) || request.url().startsWith(home);
    if (!isOwn) faults.push(`foreign: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    // The browser cancels pending loads, such as the icon, when it opens the next page.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });

  const visit = async (address: string, ready?: string): Promise<Visit> => {
    faults = [];
    await page.goto(address);
    if (ready !== undefined) await page.waitForSelector(ready);
    const file = basename(new URL(address).pathname);
    if (screenshots !== undefined) {
      mkdirSync(screenshots.folder, { recursive: true });
      await page.screenshot({
        path: join(screenshots.folder, `${file.replace(/\.html$/, '')}-${screenshots.variant}.png`),
      });
    }
    return {
      file,
      faults: [...faults],
      title: await page.title(),
      headings: await page.locator('h1').allTextContents(),
      text: (await page.textContent('body')) ?? '',
      ids: new Set(await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id))),
      links: await page.locator('a').evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? '')),
      overflow: await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth),
    };
  };
  return { visit, page };
}

/** Broken links to visited pages or to other files of the site. */
export function brokenLinks(visits: readonly Visit[], exists: (file: string) => boolean): string[] {
  const idsOf = new Map(visits.map(({ file, ids }) => [file, ids]));
  return visits.flatMap(({ file: from, links }) =>
    [...new Set(links)]
      .filter((to) => !/^[a-z]+:/.test(to))
      .filter((to) => {
        const [path = '', anchor = ''] = to.split('#');
        const file = path === '' ? from : path;
        if (to === '' || !exists(file)) return true;
        return anchor !== '' && idsOf.get(file)?.has(decodeURIComponent(anchor)) !== true;
      })
      .map((to) => `${from} -> ${to}`),
  );
}

/** The problems of a single page. */
export function findingsOf({ faults, title, headings, text, overflow }: Visit): string[] {
  return [
    ...faults,
    ...(title.trim() === '' ? ['no title'] : []),
    ...(headings.length === 1 ? [] : [`${headings.length} first headings`]),
    ...(text.length > 400 ? [] : ['next to no text']),
    ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
  ];
}

/** Texts of the elements whose contrast to the background is below three to one (WCAG 2.2, section 1.4.11). */
export function unreadable(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((elements) => {
    const parts = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (colour: string): number => {
      const [r = 0, g = 0, b = 0] = parts(colour).map((part) => (part / 255) ** 2.2);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const styleOf = (element: (typeof elements)[number]) => element.ownerDocument.defaultView.getComputedStyle(element);
    const groundOf = (element: (typeof elements)[number] | null): string => {
      if (element === null) return 'rgb(255, 255, 255)';
      const { backgroundColor } = styleOf(element);
      return parts(backgroundColor)[3] === 0 ? groundOf(element.parentElement) : backgroundColor;
    };
    return elements
      .filter((element) => {
        const [one, other] = [luminance(styleOf(element).color), luminance(groundOf(element))];
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) < 3;
      })
      .map((element) => element.textContent.slice(0, 40));
  });
}
