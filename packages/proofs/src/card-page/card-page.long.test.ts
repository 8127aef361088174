import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createVisitor } from '../../../docs/src/page-check.ts';
import { type Browsing, inBrowser } from '../../../docs/test/in-browser.ts';
import { issuedCard, makeHolder } from '../../../server/test/cards.ts';

interface Scene {
  readonly last4: string;
  newPage(): Promise<string>;
}

async function newScene({ start }: Browsing): Promise<Scene> {
  const server = await start();
  const card = await issuedCard(server, await makeHolder(server));
  const newPage = async () => (await server.request('POST', `/cards/${card.id}/reveal`)).body.panEmbedUrl;
  return { last4: card.last4, newPage };
}

/** An app of another origin that embeds the page in a frame. */
async function appWith(browsing: Browsing, address: string): Promise<string> {
  return appThat(browsing, `<iframe src="${address}" title="Card" width="360" height="420"></iframe>`);
}

async function appThat({ closeAfter }: Browsing, content: string): Promise<string> {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title><link rel="icon" href="data:,"><h1>App</h1>${content}`;
  const app = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  closeAfter({ close: () => new Promise((resolve) => app.close(resolve)) });
  return `http://localhost:${(app.address() as AddressInfo).port}/`;
}

async function visitor({ newContext }: Browsing, home: string, colorScheme: 'light' | 'dark' = 'light') {
  return createVisitor(await newContext({ viewport: { width: 390, height: 800 }, colorScheme }), home);
}

const factsOf = (page: Pick<Page, 'locator'>): Promise<string[]> => page.locator('dd').allTextContents();

inBrowser('the card number page', (browsing) => {
  test('shows number, expiry and code, without scripts or foreign requests', async () => {
    const { newPage, last4 } = await newScene(browsing);
    for (const scheme of ['light', 'dark'] as const) {
      const address = await newPage();
      const { visit, page } = await visitor(browsing, new URL(address).origin, scheme);
      const { faults, headings, overflow } = await visit(address);
      // A browser requests an icon by itself.
      expect(faults.filter((fault) => !fault.includes('favicon') && !fault.includes('404'))).toEqual([]);
      expect([headings, overflow]).toEqual([['Your card'], 0]);
      expect(await factsOf(page)).toEqual([
        expect.stringMatching(new RegExp(`^(\\d{4} ){3}${last4}$`)),
        expect.stringMatching(/^\d\d\/\d\d$/),
        expect.stringMatching(/^\d{3}$/),
      ]);
      const style = "getComputedStyle(document.querySelector('dd')).fontFamily";
      expect(await page.evaluate(style)).toContain('monospace');
      expect(await page.evaluate('document.scripts.length')).toBe(0);
    }
  });

  test('opens once in a frame of another origin, which cannot read it', async () => {
    const { newPage, last4 } = await newScene(browsing);
    const home = await appWith(browsing, await newPage());
    const { page } = await visitor(browsing, home);
    await page.goto(home);
    const frame = page.frameLocator('iframe');
    expect(await frame.locator('dd').first().textContent()).toContain(last4);
    expect(await page.evaluate("document.querySelector('iframe').contentDocument")).toBeNull();
    await page.reload();
    expect(await frame.locator('h1').textContent()).toBe('This link has been used');
  });

  test('is not used up by a browser that loads it before its user opens it', async () => {
    const { newPage } = await newScene(browsing);
    const address = await newPage();
    const link = `<link rel="prefetch" href="${address}"><a href="${address}">Show</a>`;
    const home = await appThat(browsing, link);
    const { page } = await visitor(browsing, home);
    const ahead = page.waitForResponse(address);
    await page.goto(home);
    expect((await ahead).status()).toBe(503);
    await page.locator('a').click();
    await page.waitForURL(address);
    expect(await page.locator('h1').textContent()).toBe('Your card');
  });

  test('sends no Referer header to another site', async () => {
    const { newPage } = await newScene(browsing);
    const address = await newPage();
    const { visit, page } = await visitor(browsing, new URL(address).origin);
    await visit(address);
    const inbox = await appWith(browsing, 'about:blank');
    const asked = page.waitForRequest(inbox);
    await page.evaluate(`location.assign('${inbox}')`);
    expect((await asked).headers()['referer']).toBeUndefined();
  });
});
