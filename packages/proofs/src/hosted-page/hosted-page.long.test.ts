import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { type Browsing, inBrowser } from '../../../docs/test/in-browser.ts';
import { newCustomerId } from '../../../server/test/customers.ts';
import { invite } from '../../../server/test/invitations.ts';
import { completePerson } from '../../../server/test/verification-packets.ts';

async function listen({ closeAfter }: Browsing, listener: RequestListener): Promise<number> {
  const site = createServer(listener);
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  closeAfter({ close: () => new Promise((resolve) => site.close(resolve)) });
  return (site.address() as AddressInfo).port;
}

inBrowser('the identity verification page', (browsing) => {
  test('redirects the customer to redirectUri, also when that redirects to another site or an app', async () => {
    const server = await browsing.start({ skipsVerificationPaperwork: false });
    const app = await listen(browsing, (_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title><h1>Arrived</h1>'),
    );
    const leadingOn = await listen(browsing, ({ url }, response) =>
      response.writeHead(302, { location: url === '/phone' ? 'app.example:done' : `http://localhost:${app}/` }).end(),
    );
    for (const [redirectUri, asked] of [
      [`http://127.0.0.1:${leadingOn}/done`, `http://localhost:${app}/`],
      // The app of a phone, which the test browser does not have.
      [`http://127.0.0.1:${leadingOn}/phone`, 'app.example:done'],
      // No server listens there, and the test browser cannot reach other hosts; the attempt is enough.
      ['http://[::1]:7003/done', 'http://[::1]:7003/done'],
    ] as const) {
      const customerId = await newCustomerId(server, completePerson);
      const { body } = await server.request('POST', `/customers/${customerId}/kyc-link`, { redirectUri });
      const page = await (await browsing.newContext({})).newPage();
      await page.goto(body.kycUrl);
      const arrival = page.waitForRequest(asked);
      await page.locator('button').first().click();
      await arrival;
      const { body: customer } = await server.request('GET', `/customers/${customerId}`);
      expect(customer.verificationStatus).toBe('APPROVED');
    }
  });

  test('leads on after a double click, and says that it is used when it is opened again', async () => {
    const server = await browsing.start({ skipsVerificationPaperwork: false });
    const app = await listen(browsing, (_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title><h1>Arrived</h1>'),
    );
    const redirectUri = `http://localhost:${app}/done`;
    const customerId = await newCustomerId(server, completePerson);
    const { body } = await server.request('POST', `/customers/${customerId}/kyc-link`, { redirectUri });
    const context = await browsing.newContext({ javaScriptEnabled: false });
    const [page, other] = [await context.newPage(), await context.newPage()];
    for (const tab of [page, other]) await tab.goto(body.kycUrl);
    await page.locator('button').first().dblclick({ noWaitAfter: true });
    await page.waitForURL(redirectUri);
    await other.locator('button').nth(1).click();
    await other.locator('h1', { hasText: 'This link has been used' }).waitFor();
    await other.locator('a').click();
    await other.waitForURL(redirectUri);
    const { body: customer } = await server.request('GET', `/customers/${customerId}`);
    expect(customer.verificationStatus).toBe('APPROVED');
  });
});

inBrowser('the invitation page', (browsing) => {
  test.each(['Ada', 'Wolfeschlegelsteinhausenbergerdorff', 'x'.repeat(100)])(
    'fits a window of 320 pixels for the first name %s',
    async (firstName) => {
      const { url } = await invite(await browsing.start(), { firstName, amountToSend: 2_500 });
      const page = await (await browsing.newContext({ viewport: { width: 320, height: 640 } })).newPage();
      await page.goto(url);
      expect(await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)).toBe(0);
    },
  );
});
