import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { oneEngine, type Start } from '../../server/test/each-engine.ts';
import { launchBrowser, missingBrowser } from '../src/browser.ts';

interface Closable {
  close(): Promise<unknown>;
}

export interface Browsing {
  readonly start: Start;
  /** A window with its own cookies and settings, until the test ends. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Registers a cleanup for the end of the test: in reverse order, and before the servers stop. */
  closeAfter<C extends Closable>(opened: C): C;
}

/** Runs a suite with a real browser and servers on SQLite. Without a browser it is skipped; the report says how to get one. */
export function inBrowser(name: string, suite: (browsing: Browsing) => void): void {
  const reason = missingBrowser();
  const where = reason === undefined ? 'in a browser' : `in a browser (skipped: ${reason})`;
  describe.skipIf(reason !== undefined)(where, () => {
    oneEngine(name, (start) => {
      let browser: Browser | undefined;
      const open: Closable[] = [];
      const closeAfter = <C extends Closable>(opened: C): C => {
        open.push(opened);
        return opened;
      };
      beforeAll(async () => {
        browser = await launchBrowser();
      });
      afterEach(async () => {
        for (const one of open.splice(0).reverse()) await one.close();
      });
      afterAll(async () => browser?.close());
      const newContext = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
        if (browser === undefined) throw new Error('open a window inside a test');
        return closeAfter(await browser.newContext(options));
      };
      suite({ start, newContext, closeAfter });
    });
  });
}

export interface Authenticator {
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

/** Adds a platform authenticator to the page's device, with a user who confirms everything. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}
