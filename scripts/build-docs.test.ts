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

describe.skipIf(reason !== undefined)('the documentation in a browser without a network', () => {
  let browser: Browser;
  let server: FileServer;

  beforeAll(async () => {
    browser = await launchBrowser();
    server = await serveFiles(folder);
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

  test.each(files)('%s asks for nothing foreign and reports no error', async (file) => {
    const { page, faults } = await open(`${server.url}/${file}`);
    expect(faults).toEqual([]);
    expect((await page.textContent('body'))?.length).toBeGreaterThan(1000);
    await page.close();
  });

  test('the reference opens from the file system as well', async () => {
    const { page, faults } = await open(pathToFileURL(join(folder, pages.reference.file)).href);
    expect(faults).toEqual([]);
    expect(await page.textContent('h1')).toContain('Payments');
    await page.close();
  });

  test('no link between the pages is broken', async () => {
    const anchors = new Map<string, ReadonlySet<string>>();
    const links: { from: string; to: string }[] = [];
    for (const file of files) {
      const { page } = await open(`${server.url}/${file}`);
      const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
      const targets = await page.locator('a[href]').evaluateAll((found) => found.map((link) => link.getAttribute('href')));
      anchors.set(file, new Set(ids));
      for (const to of targets) if (to !== null && !/^[a-z]+:/.test(to)) links.push({ from: file, to });
      await page.close();
    }
    const broken = links.filter(({ from, to }) => {
      const [file = '', anchor = ''] = to.split('#');
      const target = file === '' ? from : file;
      if (!existsSync(join(folder, target))) return true;
      return anchor !== '' && anchors.get(target)?.has(decodeURIComponent(anchor)) !== true;
    });
    expect(links.length).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  });

  test('the error page shows only the codes that are searched for', async () => {
    const { page } = await open(`${server.url}/${pages.errors.file}`);
    await page.fill('#filter', 'quote_expired');
    const shown = await page.locator('.entry:visible').evaluateAll((entries) => entries.map(({ id }) => id));
    expect(shown).toContain('QUOTE_EXPIRED');
    expect(shown).not.toContain('FORBIDDEN');
    await page.close();
  });

  test('the pages fit a phone', async () => {
    for (const file of files) {
      const { page } = await open(`${server.url}/${file}`);
      await page.setViewportSize({ width: 390, height: 800 });
      const overflow = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth);
      expect({ file, overflow }).toEqual({ file, overflow: 0 });
      await page.close();
    }
  });
});
