import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addAuthenticator, type Browsing, inBrowser } from '../../packages/docs/test/in-browser.ts';
import { newWallet, withWallets } from '../../packages/server/test/embedded-wallets.ts';
import { balanceOf, fund, makeUsdAccount } from '../../packages/server/test/parties.ts';
import type { TestServer } from '../../packages/server/test/test-server.ts';
import { servePage } from './backend.ts';

const screenshots = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));

interface Scene {
  readonly server: TestServer;
  readonly accountId: string;
  readonly page: Page;
  readonly faults: string[];
  /** The requests and responses of the page, except the page itself. */
  readonly traffic: string[];
  /** Clicks a button and reads the message of the page. */
  press(button: string): Promise<string>;
}

/** The page of a customer with 50 dollars in their wallet, on a device whose passkeys need no confirmation. */
async function newScene({ start, newContext, closeAfter }: Browsing): Promise<Scene> {
  const server = await start(withWallets);
  const { customerId, accountId } = await newWallet(server, { email: 'ada@example.com' });
  await fund(server, accountId, 50_000_000);
  const payeeId = await makeUsdAccount(server, customerId);
  const { baseUrl, credentials } = server;
  const site = closeAfter(await servePage({ baseUrl, ...credentials, customerId, accountId, payeeId }));
  const page = await (await newContext({ viewport: { width: 640, height: 700 } })).newPage();
  const [faults, traffic]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(site.origin) && !request.url().startsWith('data:')) faults.push(request.url());
    traffic.push(request.postData() ?? '');
  });
  page.on('response', async (response) => {
    if (response.url().includes('/api/') && response.status() !== 204) traffic.push(await response.text());
  });
  await page.goto(site.origin);
  await addAuthenticator(page);
  mkdirSync(screenshots, { recursive: true });
  const press = async (button: string): Promise<string> => {
    await page.click(`#${button}`);
    await page.waitForFunction("document.querySelector('output').textContent !== ''");
    await page.screenshot({ path: join(screenshots, `wallet-${button}.png`) });
    return (await page.locator('output').textContent()) ?? '';
  };
  return { server, accountId, page, faults, traffic, press };
}

const sessionOf = (page: Page): Promise<string | null> => page.locator('#session').textContent();

inBrowser('the page of an embedded wallet', (browsing) => {
  it('signs in by code and by passkey, pays, shows the recovery phrase and signs out', {
    timeout: 60_000,
  }, async () => {
    const { server, accountId, page, faults, traffic, press } = await newScene(browsing);
    expect(await press('send-code')).toBe('A code was sent to ada@example.com.');
    await page.fill('#code', '000000');
    expect(await press('sign-in-by-code')).toMatch(/^Signed in until/);
    expect(await sessionOf(page)).toBe('EMAIL_OTP');
    expect(await press('add-passkey')).toBe('This device can sign in with a passkey now.');
    expect(await press('sign-in-by-passkey')).toMatch(/^Signed in until/);
    expect(await sessionOf(page)).toBe('PASSKEY');
    expect(await press('pay')).toBe('The payment is PROCESSING.');
    expect(await balanceOf(server, accountId)).toBe(40_000_000);
    const phrase = await press('export');
    expect(phrase).toMatch(/^([a-z]+ ){11}[a-z]+$/);
    expect(await press('sign-out')).toBe('Signed out.');
    expect(await sessionOf(page)).toBe('no');
    expect(traffic.join('\n')).not.toContain(phrase);
    expect(traffic.join('\n')).not.toMatch(/otp_code|(?<!\d)000000(?!\d)/);
    expect(faults).toEqual([]);
  });

  it('shows the reason of a refusal and stays signed out', async () => {
    const { page, press } = await newScene(browsing);
    await press('send-code');
    await page.fill('#code', '999999');
    expect(await press('sign-in-by-code')).toContain('It did not work. UNAUTHORIZED');
    expect(await sessionOf(page)).toBe('no');
  });

  it('names the step that must come first', async () => {
    const { faults, press } = await newScene(browsing);
    expect(await press('sign-in-by-code')).toBe('It did not work. Request a code first.');
    for (const button of ['add-passkey', 'pay', 'export', 'sign-out'])
      expect([button, await press(button)]).toEqual([button, 'It did not work. Sign in first.']);
    expect(faults).toEqual([]);
  });

  it('pays once when the button is pressed twice', async () => {
    const { server, accountId, page, press } = await newScene(browsing);
    await press('send-code');
    await page.fill('#code', '000000');
    await press('sign-in-by-code');
    await page.dblclick('#pay');
    await page.waitForFunction("document.querySelector('output').textContent.startsWith('The payment')");
    await page.waitForLoadState('networkidle');
    expect(await balanceOf(server, accountId)).toBe(40_000_000);
  });

  it('is still served after malformed requests and while the service is unavailable', async () => {
    const ids = { customerId: 'Customer:1', accountId: 'InternalAccount:1', payeeId: 'ExternalAccount:1' };
    const nobody = { baseUrl: 'http://127.0.0.1:9', tokenId: 'a', tokenSecret: 'b', ...ids };
    const { origin } = browsing.closeAfter(await servePage(nobody));
    const send = async (action: string, body: string): Promise<readonly unknown[]> => {
      const answer = await fetch(`${origin}/api/${action}`, { method: 'POST', body });
      return [answer.status, await answer.json()];
    };
    const said = (status: number, code: string) => [status, expect.objectContaining({ status, code })];
    expect(await send('verify', '{')).toEqual(said(400, 'INVALID_REQUEST_FORMAT'));
    expect(await send('constructor', '{}')).toEqual(said(404, 'NOT_FOUND'));
    expect(await send('send-code', '{}')).toEqual(said(502, 'UNREACHABLE'));
    expect((await fetch(origin)).status).toBe(200);
  });
});
