import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Authenticator, addAuthenticator, type Browsing, inBrowser } from '../../../docs/test/in-browser.ts';
import { eventsOf, quoteBody } from '../../../server/test/parties.ts';
import { type EuropeanPayer, endUserIpAddress, newEuropeanPayer, sca } from '../../../server/test/sca-customers.ts';
import type { TestServer } from '../../../server/test/test-server.ts';
import { type Backend, type PaymentPage, servePaymentPage } from './payment-page.ts';

/** The backend of the page, which calls the API for one customer. It stores requests, to repeat them. */
function backendOf(server: TestServer, { customerId, accounts, payee }: EuropeanPayer) {
  const sent: Record<string, unknown>[] = [];
  const pay = async () => {
    const quoted = await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to: payee }));
    return (await server.request('POST', `/quotes/${quoted.body.id}/execute`)).body;
  };
  const authorize = (quoteId: unknown, proof: unknown) => server.request('POST', `/quotes/${quoteId}/authorize`, proof);
  const actions: Readonly<Record<string, (body: Record<string, unknown>) => Promise<unknown>>> = {
    enroll: async () => (await sca(server, 'factors', customerId, { type: 'PASSKEY' })).body,
    confirm: async (body) => (await sca(server, 'factors/confirm', customerId, { type: 'PASSKEY', ...body })).body,
    login: async () => (await sca(server, 'login/start', customerId, { factor: 'PASSKEY' })).body,
    'logged-in': async (body) =>
      (await sca(server, 'login/complete', customerId, { factor: 'PASSKEY', endUserIpAddress, ...body })).body,
    pay,
    authorize: async ({ quoteId, proof }) => (await authorize(quoteId, proof)).body,
  };
  const backend: Backend = async (action, body) => {
    sent.push(body);
    return actions[action]?.(body);
  };
  return { backend, sent, pay, authorize };
}

interface Scene extends ReturnType<typeof backendOf> {
  readonly server: TestServer;
  readonly payer: EuropeanPayer;
  readonly site: PaymentPage;
}

/** A customer of a platform whose page may use passkeys. */
async function newScene({ start, closeAfter }: Browsing): Promise<Scene> {
  const server = await start();
  const payer = await newEuropeanPayer(server);
  const backend = backendOf(server, payer);
  const site = closeAfter(await servePaymentPage(backend.backend));
  const scaConfig = { displayName: 'Example Pay', relyingPartyId: 'localhost', allowedOrigins: [site.origin] };
  await server.request('PATCH', '/config', { scaConfig });
  return { server, payer, site, ...backend };
}

interface Device extends Authenticator {
  readonly page: Page;
  press(button: 'enroll' | 'login' | 'pay'): Promise<Record<string, unknown>>;
}

/** The page on a device that supports passkeys. */
async function newDevice({ newContext }: Browsing, origin: string): Promise<Device> {
  const page = await (await newContext()).newPage();
  await page.goto(origin);
  const authenticator = await addAuthenticator(page);
  const press = async (button: string): Promise<Record<string, unknown>> => {
    await page.click(`#${button}`);
    await page.waitForFunction("document.querySelector('output').value !== ''");
    return JSON.parse((await page.locator('output').textContent()) ?? '') as Record<string, unknown>;
  };
  return { page, ...authenticator, press };
}

inBrowser('a passkey', (browsing) => {
  test('is enrolled on the page, logs the customer in and authorizes a payment', async () => {
    const { server, payer, site } = await newScene(browsing);
    const device = await newDevice(browsing, site.origin);
    const enrolled = await device.press('enroll');
    expect(enrolled).toMatchObject({ type: 'PASSKEY', factor: { factor: 'PASSKEY', name: 'Passkey' } });
    const { credentials } = await device.cdp.send('WebAuthn.getCredentials', device);
    const [made] = credentials;
    expect(made).toMatchObject({ rpId: 'localhost', isResidentCredential: true });
    const credentialId = Buffer.from(made?.credentialId ?? '', 'base64').toString('base64url');
    const listed = await server.request('GET', `/sca/factors?customerId=${payer.customerId}`);
    expect(listed.body.factors).toEqual([{ factor: 'PASSKEY', name: 'Passkey', credentialId }]);

    expect(await device.press('login')).toMatchObject({ status: 'SUCCESS' });
    const paid = await device.press('pay');
    expect(paid).toMatchObject({ status: 'PROCESSING' });
    await server.advance(60_000);
    const told = ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED'];
    expect(await eventsOf(server, String(paid['transactionId']))).toEqual(
      told.map((kind) => `OUTGOING_PAYMENT.${kind}`),
    );
  });

  test('is refused with an assertion that was used before', async () => {
    const { server, site, sent, pay, authorize } = await newScene(browsing);
    const device = await newDevice(browsing, site.origin);
    await device.press('enroll');
    await device.press('login');
    const { id } = await device.press('pay');
    const { proof } = sent.at(-1) ?? {};
    expect((await authorize(id, proof)).body.code).toBe('CONFLICT');
    const again = await authorize((await pay()).id, proof);
    expect([again.status, again.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect((await server.request('GET', `/quotes/${id}`)).body.status).toBe('PROCESSING');
  });

  test('is not used by a device that does not verify the user', async () => {
    const { site } = await newScene(browsing);
    const device = await newDevice(browsing, site.origin);
    await device.press('enroll');
    await device.press('login');
    await device.cdp.send('WebAuthn.setUserVerified', { ...device, isUserVerified: false });
    expect(await device.press('pay')).toEqual({ device: 'NotAllowedError' });
  });

  test('is refused on another origin of the same domain until that origin is allowed', async () => {
    const { server, site, backend } = await newScene(browsing);
    const other = browsing.closeAfter(await servePaymentPage(backend));
    const device = await newDevice(browsing, site.origin);
    await device.press('enroll');
    await device.press('login');
    await device.page.goto(other.origin);
    const refused = await device.press('pay');
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', details: { errors: [{ field: 'origin' }] } });
    await server.request('PATCH', '/config', {
      scaConfig: {
        displayName: 'Example Pay',
        relyingPartyId: 'localhost',
        allowedOrigins: [site.origin, other.origin],
      },
    });
    expect(await device.press('pay')).toMatchObject({ status: 'PROCESSING' });
  });

  test('is refused from a copy with an older signature counter', async () => {
    const { site } = await newScene(browsing);
    const device = await newDevice(browsing, site.origin);
    await device.press('enroll');
    const { credentials } = await device.cdp.send('WebAuthn.getCredentials', device);
    await device.press('login');
    await device.press('pay');
    const [copy] = credentials;
    if (copy === undefined) throw new Error('the device has no passkey');
    await device.cdp.send('WebAuthn.removeCredential', { ...device, credentialId: copy.credentialId });
    await device.cdp.send('WebAuthn.addCredential', { ...device, credential: copy });
    const refused = await device.press('pay');
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', details: { errors: [{ field: 'passkeyAssertion' }] } });
  });
});
