import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type FastifyInstance, fastify } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveDocs } from '../../server/src/start/serve-docs.ts';
import { operationTable } from '../../types/src/index.ts';
import { launchBrowser, missingBrowser } from './browser.ts';
import { buildDocs, docsAreCurrent } from './docs-command.ts';
import { pages } from './page.ts';
import { brokenLinks, createVisitor, findingsOf, unreadable, type Visit, type Visitor } from './page-check.ts';

const folder = mkdtempSync(join(tmpdir(), 'docs-'));
const screenshots = fileURLToPath(new URL('../../../docs/screenshots/', import.meta.url));

beforeAll(() => buildDocs(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the build of the documentation', () => {
  test('writes every page and the files it loads into one folder', () => {
    const loaded = ['site.css', 'site.js', 'search.js', 'search-index.js', 'filter.js', 'icon.svg'];
    const drawn = ['reference.js', 'specification.js', 'redoc.standalone.js', 'openapi.json', 'openapi.yaml'];
    const written = Object.values(pages).map(({ file }) => file);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([...written, ...loaded, ...drawn]));
  });

  test('refuses a folder with other files and leaves it unchanged', () => {
    const other = mkdtempSync(join(tmpdir(), 'docs-other-'));
    writeFileSync(join(other, 'thesis.txt'), 'mine');
    expect(() => buildDocs(other)).toThrow('contains files that are not from a build');
    expect(readdirSync(other)).toEqual(['thesis.txt']);
    rmSync(other, { recursive: true });
  });

  test('reports whether the pages are up to date', () => {
    expect(docsAreCurrent(folder)).toBe(true);
    const stamp = readFileSync(join(folder, '.built-from'));
    writeFileSync(join(folder, '.built-from'), 'something else');
    expect(docsAreCurrent(folder)).toBe(false);
    expect(docsAreCurrent(join(folder, 'nowhere'))).toBe(false);
    writeFileSync(join(folder, '.built-from'), stamp);
  });
});

const writtenByRedoc = [
  ...['.redoc-json code', '#redoc td'],
  // Headings, media types of bodies, variants, and deprecated parts.
  ...['#redoc h5', '#redoc h5 > span', '#redoc select + label', '#redoc span + div > button'],
  '#redoc span[type=warning]',
];

/** Known defects of Redoc: colours, the width of its selectors, the names of variants and choosers, and the marked menu item. */
async function findingsOfReference(page: Page): Promise<object> {
  await page.waitForSelector('.menu-content label.active');
  return {
    unreadable: await unreadable(page, writtenByRedoc.join()),
    unnamed: await page.locator('#redoc select:not([aria-label])').count(),
    wide: await page
      .locator('#redoc select, #redoc select + label')
      .evaluateAll((parts) => parts.filter((part) => part.clientWidth > part.parentElement.clientWidth + 1).length),
    alike: await page
      .locator('#redoc span + div > button + button')
      .evaluateAll((parts) =>
        parts.flatMap(({ textContent, previousElementSibling: other }) =>
          other.textContent === textContent ? [textContent] : [],
        ),
      ),
    marked: (await page.locator('.menu-content label.active').allTextContents()).join(),
  };
}

const soundReference = {
  unreadable: [],
  unnamed: 0,
  wide: 0,
  alike: [],
  marked: expect.stringMatching(/Register a stablecoin/),
};

const reason = missingBrowser();
if (reason !== undefined) process.stderr.write(`The pages are not opened in a browser: ${reason}\n`);

describe.skipIf(reason !== undefined)('the documentation in a browser without a network', () => {
  // Rendering the whole interface takes seconds, so the reference is opened once, other pages twice.
  let light: readonly string[];
  let visits: Visit[];
  let opened: { readonly reference: Visit; readonly page: Page } | undefined;
  let browser: Browser;
  let http: FastifyInstance;
  let served: Visitor;
  let address: string;

  beforeAll(async () => {
    light = readdirSync(folder).filter((file) => file.endsWith('.html') && file !== pages.reference.file);
    browser = await launchBrowser();
    http = fastify();
    await serveDocs(http, folder);
    address = `${await http.listen({ port: 0, host: '127.0.0.1' })}/docs/`;
    const phone = await browser.newContext({ viewport: { width: 320, height: 690 }, colorScheme: 'light' });
    served = await createVisitor(phone, address, { folder: screenshots, variant: 'phone-light' });
    visits = [];
    for (const file of light) visits.push(await served.visit(address + file));
  });
  afterAll(async () => {
    await browser?.close();
    await http?.close();
  });

  /** The reference in the dark, at one of its operations. */
  const openReference = async (): Promise<{ readonly reference: Visit; readonly page: Page }> => {
    if (opened !== undefined) return opened;
    const desk = await browser.newContext({ viewport: { width: 1360, height: 900 }, colorScheme: 'dark' });
    const { visit, page } = await createVisitor(desk, 'file:', { folder: screenshots, variant: 'desk-dark' });
    const place = `${pathToFileURL(join(folder, pages.reference.file)).href}#operation/registerStablecoin`;
    opened = { reference: await visit(place, 'body[data-ready]'), page };
    return opened;
  };

  test('has no error, foreign request or overflow on any page of /docs on a phone', () => {
    expect(visits.length).toBeGreaterThan(15);
    expect(visits.map((visit) => [visit.file, findingsOf(visit)])).toEqual(light.map((file) => [file, []]));
  });

  test('has a Content-Security-Policy on pages and assets that blocks inline scripts', async () => {
    for (const file of ['', pages.home.file, pages.reference.file, 'site.js', 'icon.svg', 'openapi.json', 'nowhere']) {
      const { headers } = await fetch(address + file);
      const policy = headers.get('content-security-policy') ?? '';
      expect([file, headers.get('x-content-type-options')]).toEqual([file, 'nosniff']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
    }
    const plant = `document.body.append(Object.assign(document.createElement('script'), { text: 'planted = true' }))`;
    expect(await served.page.evaluate(`${plant}; 'planted' in globalThis`)).toBe(false);
  });

  test('renders the API reference without faults under that policy', async () => {
    const desk = await browser.newContext({ viewport: { width: 1360, height: 900 } });
    const { visit, page } = await createVisitor(desk, address);
    expect(findingsOf(await visit(address + pages.reference.file, 'body[data-ready]'))).toEqual([]);
    const menu = page.locator('.menu-content');
    expect((await menu.boundingBox())?.width).toBe(272);
    const sample = page.locator('[role=tab]').first();
    await sample.click();
    expect(await sample.getAttribute('aria-selected')).toBe('true');
    await desk.close();
  });

  test('opens every page from the file system too, without faults in the dark scheme', async () => {
    const desk = await browser.newContext({ viewport: { width: 1360, height: 900 }, colorScheme: 'dark' });
    const { visit } = await createVisitor(desk, 'file:', { folder: screenshots, variant: 'desk-dark' });
    const found: [string, string[]][] = [];
    for (const file of light) found.push([file, findingsOf(await visit(pathToFileURL(join(folder, file)).href))]);
    expect(found).toEqual(light.map((file) => [file, []]));
    await desk.close();
  });

  test('renders the API reference readably in dark and light, and marks the current menu item', async () => {
    const { reference, page } = await openReference();
    expect(findingsOf(reference)).toEqual([]);
    expect(await findingsOfReference(page)).toEqual(soundReference);
    // It is rendered again when the system switches to the light theme.
    await page.locator('body').evaluate((body) => delete body.dataset.ready);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForSelector('body[data-ready]');
    expect(await findingsOfReference(page)).toEqual(soundReference);
  });

  test('has no broken link between its pages', async () => {
    const all = [...visits, (await openReference()).reference];
    expect(all.flatMap(({ links }) => links).length).toBeGreaterThan(2000);
    expect(brokenLinks(all, (file) => existsSync(join(folder, file)))).toEqual([]);
  });

  test('has no broken link in its search index', async () => {
    await served.visit(address + pages.errors.file);
    await served.page.addScriptTag({ url: `${address}search-index.js` });
    const found: string[][] = await served.page.evaluate('findings');
    const links = found.map((finding) => finding[3] ?? '');
    expect(links.length).toBeGreaterThan(500);
    const { reference } = await openReference();
    const index: Visit = { ...reference, file: 'search-index.js', links };
    expect(
      brokenLinks([...visits, reference, index], (file) => existsSync(join(folder, file))).filter((link) =>
        link.startsWith('search-index.js'),
      ),
    ).toEqual([]);
  });

  test('has a search that works with the keyboard, and leaves Enter to an input method', async () => {
    const { page } = served;
    await served.visit(address + pages.home.file);
    await page.keyboard.press('/');
    await page.keyboard.type('quote expired');
    const options = page.locator('[role=option]');
    await options.first().waitFor();
    expect(await options.first().textContent()).toContain('QUOTE_EXPIRED');
    await page.locator('dialog input').dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    expect(page.url()).toBe(address + pages.home.file);
    expect(await page.locator('dialog[open]').count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('[role=option][aria-selected=true]').getAttribute('id')).toBe('found-1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/errors\.html#QUOTE_EXPIRED$/);
    await page.keyboard.press('/');
    await page.keyboard.type('refund');
    await page.keyboard.press('Escape');
    expect(await page.locator('dialog[open]').count()).toBe(0);
  });

  test('has a search that finds a guide by a word of its text', async () => {
    await served.visit(address + pages.home.file);
    await served.page.keyboard.press('/');
    await served.page.keyboard.type('reconcile');
    await expect.poll(() => served.page.locator('#found').textContent()).toContain('Statements of accounts');
  });

  test('has a search that reports that it cannot be loaded, and loads when it is opened again', async () => {
    // Its own context: a page that has loaded the index once may take it from memory, without a request that can fail.
    const desk = await browser.newContext();
    const page = await desk.newPage();
    await page.route('**/search-index.js', (route) => route.abort());
    await page.goto(`${address}${pages.errors.file}`);
    await Promise.all([page.waitForEvent('requestfailed'), page.keyboard.press('/')]);
    const status = page.locator('dialog [role=status]');
    await expect.poll(() => status.textContent()).toContain('could not be loaded');
    await page.locator('dialog input').fill('quote');
    expect(await status.textContent()).toContain('could not be loaded');
    await page.unrouteAll();
    const reopened = async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      return page.locator('#found li').count();
    };
    await expect.poll(reopened, { interval: 500 }).toBeGreaterThan(0);
    expect(await status.textContent()).toBe('');
    await desk.close();
  });

  test('filters the error page by code, and reports when nothing matches', async () => {
    await served.visit(address + pages.errors.file);
    await served.page.fill('#filter', 'quote_expired');
    const shown = await served.page.locator('.entry:visible').evaluateAll((entries) => entries.map(({ id }) => id));
    expect(shown).toContain('QUOTE_EXPIRED');
    expect(shown).not.toContain('FORBIDDEN');
    await served.page.fill('#filter', 'zzz');
    expect(await served.page.locator('#filtered').textContent()).toBe('Nothing here has “zzz”.');
  });

  test('clears the filter of the error page when a search result links to a hidden code, twice', async () => {
    const { page } = served;
    await served.visit(address + pages.errors.file);
    for (const time of ['first', 'second']) {
      await page.fill('#filter', 'quote_expired');
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('forbidden');
      await page.locator('[role=option]', { hasText: 'FORBIDDEN' }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/errors\.html#FORBIDDEN$/);
      const entry = page.locator('#FORBIDDEN');
      expect([time, await entry.isVisible(), await page.inputValue('#filter')]).toEqual([time, true, '']);
      expect(Math.abs((await entry.boundingBox())?.y ?? -1)).toBeLessThan(200);
    }
  });

  test('lists the operations and links to openapi.yaml in the API reference when scripts are disabled', async () => {
    const unscripted = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 690 } });
    const { visit, page } = await createVisitor(unscripted, address);
    const { overflow, headings, links } = await visit(address + pages.reference.file);
    const shown = await page.locator('#redoc li:visible, .loading:visible').count();
    expect([headings, shown, overflow]).toEqual([['API reference'], Object.keys(operationTable).length, 0]);
    expect(links).toContain('openapi.yaml');
    await unscripted.close();
  });

  test('reports script errors, foreign requests, overflow and broken links of a faulty page', async () => {
    const broken = mkdtempSync(join(tmpdir(), 'broken-docs-'));
    const body = `<main style="width:900px"><h1>One</h1><h1>Two</h1>${'text '.repeat(200)}
      <a href="nowhere.html">gone</a><a href="#nothing">gone</a><img src="https://foreign.example/a.png" alt="">
      <script>console.error('planted'); missing();</script></main>`;
    writeFileSync(join(broken, 'index.html'), `<!doctype html><title>Broken</title>${body}`);
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const { visit } = await createVisitor(context, 'file:');
    const seen = await visit(pathToFileURL(join(broken, 'index.html')).href);
    const findings = findingsOf(seen).join('\n');
    for (const finding of ['console: planted', 'missing is not defined', 'foreign: https://foreign.example/a.png']) {
      expect(findings).toContain(finding);
    }
    expect(findings).toMatch(/2 first headings\n\d+ px wider/);
    expect(brokenLinks([seen], (file) => existsSync(join(broken, file)))).toEqual([
      'index.html -> nowhere.html',
      'index.html -> #nothing',
    ]);
    await context.close();
    rmSync(broken, { recursive: true, force: true });
  });
});
