import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildDocs, docsAreCurrent } from './build-docs.ts';
import { launchBrowser, missingBrowser } from './docs/browser.ts';
import { type FileServer, serveFiles } from './docs/file-server.ts';
import { pages } from './docs/page.ts';

const folder = mkdtempSync(join(tmpdir(), 'docs-'));
const files = Object.values(pages).map(({ file }) => file);

beforeAll(() => buildDocs(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the build of the documentation', () => {
  test('writes every page and what it loads into one folder', () => {
    const loaded = ['site.css', 'filter.js', 'reference.js', 'specification.js', 'redoc.standalone.js', 'openapi.json'];
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([...files, ...loaded]));
  });

  test('knows whether the pages are up to date', () => {
    expect(docsAreCurrent(folder)).toBe(true);
    writeFileSync(join(folder, '.built-from'), 'something else');
    expect(docsAreCurrent(folder)).toBe(false);
    expect(docsAreCurrent(join(folder, 'nowhere'))).toBe(false);
  });
});

const reason = missingBrowser();
if (reason !== undefined) process.stderr.write(`The pages are not opened in a browser: ${reason}\n`);

/** What one visit to a page shows. */
interface Visit {
  readonly faults: readonly string[];
  readonly text: string;
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
  readonly overflowOnPhone: number;
}

describe.skipIf(reason !== undefined)('the documentation in a browser without a network', () => {
  const visits = new Map<string, Visit>();
  let browser: Browser;
  let server: FileServer;

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await serveFiles(folder);
    for (const file of files) visits.set(file, await visit(`${server.url}/${file}`));
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** Opens a page, waits until it is drawn, and notes everything that it should not do. */
  async function open(address: string): Promise<{ page: Page; faults: string[] }> {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('request', (request) => {
      const isLocal = ['file:', 'data:', 'blob:'].includes(new URL(request.url()).protocol);
      if (!isLocal && !request.url().startsWith(server.url)) faults.push(`foreign: ${request.url()}`);
    });
    page.on('requestfailed', (request) => faults.push(`failed: ${request.url()}`));
    await page.goto(address);
    if (new URL(address).pathname.endsWith(pages.reference.file)) await page.waitForSelector('body[data-ready]');
    return { page, faults };
  }

  async function visit(address: string): Promise<Visit> {
    const { page, faults } = await open(address);
    const text = (await page.textContent('body')) ?? '';
    const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
    const links = await page.locator('a').evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    await page.setViewportSize({ width: 390, height: 800 });
    const overflowOnPhone = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth);
    await page.close();
    return { faults, text, ids: new Set(ids), links, overflowOnPhone };
  }

  test.each(files)('%s asks for nothing foreign, reports no error and fits a phone', (file) => {
    const page = visits.get(file);
    expect(page?.faults).toEqual([]);
    expect(page?.text.length).toBeGreaterThan(1000);
    expect(page?.overflowOnPhone).toBe(0);
  });

  test('no link between the pages is broken', () => {
    const links = [...visits].flatMap(([from, page]) => page.links.map((to) => ({ from, to })));
    const inner = links.filter(({ to }) => to !== '' && !/^[a-z]+:/.test(to));
    const broken = inner.filter(({ from, to }) => {
      const [file = '', anchor = ''] = to.split('#');
      if (!existsSync(join(folder, file === '' ? from : file))) return true;
      return anchor !== '' && visits.get(file === '' ? from : file)?.ids.has(decodeURIComponent(anchor)) !== true;
    });
    expect(inner.length).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  });

  test('the reference opens from the file system as well', async () => {
    const { page, faults } = await open(pathToFileURL(join(folder, pages.reference.file)).href);
    expect(faults).toEqual([]);
    expect(await page.textContent('h1')).toContain('Payments');
    await page.close();
  });

  test('the error page shows only the codes that are searched for', async () => {
    const { page } = await open(`${server.url}/${pages.errors.file}`);
    await page.fill('#filter', 'quote_expired');
    const shown = await page.locator('.entry:visible').evaluateAll((entries) => entries.map(({ id }) => id));
    expect(shown).toContain('QUOTE_EXPIRED');
    expect(shown).not.toContain('FORBIDDEN');
    await page.close();
  });
});
