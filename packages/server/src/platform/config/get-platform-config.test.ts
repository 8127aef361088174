import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { connect, emit, startWithPort } from '../../../test/emitted-events.ts';
import { testStart } from '../../../test/test-server.ts';
import { refused, taken } from '../../../test/webhook-port.ts';
import { plusMs, secondMs } from '../../ground/clock/instant.ts';

oneEngine('reading the platform configuration', (start) => {
  it('shows the settings of the platform in the environment of the credentials', async () => {
    const server = await start({ currencies: ['USD', 'BTC'] });
    const { status, body } = await server.request('GET', '/config');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^PlatformConfig:[0-9a-f-]{36}$/),
      environment: 'SANDBOX',
      umaDomain: expect.any(String),
      proxyUmaSubdomain: expect.any(String),
      webhookPublicKey: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n/),
      walletBundlePublicKey: expect.stringMatching(/^04[0-9a-f]{128}$/),
      supportedCurrencies: ['USD', 'BTC'].map((currencyCode) => ({
        currencyCode,
        minAmount: expect.any(Number),
        maxAmount: expect.any(Number),
        requiredCounterpartyFields: [],
        providerRequiredCustomerFields: [],
        providerRequiredCounterpartyCustomerFields: [],
        enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
      })),
      isRegulatedFinancialInstitution: false,
      feeConfigs: [],
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: '2025-01-01T00:00:00.000Z',
    });
  });

  it('shows the environment PRODUCTION and a regulated institution', async () => {
    const server = await start({ environment: 'PRODUCTION', isRegulated: true });
    const { body } = await server.request('GET', '/config');
    expect(body).toMatchObject({ environment: 'PRODUCTION', isRegulatedFinancialInstitution: true });
  });

  it('shows each platform its own settings and key', async () => {
    const [one, other] = [await start(), await start()];
    await one.request('PATCH', '/config', { umaDomain: 'one.example.com' });
    const [ofOne, ofOther] = [(await one.request('GET', '/config')).body, (await other.request('GET', '/config')).body];
    expect(ofOne.umaDomain).toBe('one.example.com');
    expect(ofOther.umaDomain).not.toBe('one.example.com');
    expect(ofOther.id).not.toBe(ofOne.id);
    expect(ofOther.webhookPublicKey).not.toBe(ofOne.webhookPublicKey);
  });

  it('shows webhookPause until the endpoint accepts an event or is replaced', async () => {
    const { server, port } = await startWithPort(start);
    const other = await start();
    await connect(server, port);
    const pause = async () => (await server.request('GET', '/config')).body.webhookPause;
    expect(await pause()).toBeUndefined();
    port.reply = () => refused;
    await emit(server, 200);
    await server.app.settle();
    expect(await pause()).toEqual({ pausedAt: testStart, nextAttemptAt: plusMs(testStart, secondMs) });
    await server.advance(secondMs);
    expect(await pause()).toEqual({ pausedAt: testStart, nextAttemptAt: plusMs(testStart, 3 * secondMs) });
    expect((await other.request('GET', '/config')).body).not.toHaveProperty('webhookPause');
    port.reply = () => undefined;
    const elsewhere = { webhookEndpoint: 'https://other.example.com/hook' };
    expect((await server.request('PATCH', '/config', elsewhere)).body).not.toHaveProperty('webhookPause');
    const back = { webhookEndpoint: 'https://receiver.example.com/hook' };
    expect((await server.request('PATCH', '/config', back)).body.webhookPause).toMatchObject({ pausedAt: testStart });
    port.reply = () => taken;
    await server.advance(2 * secondMs);
    expect(await pause()).toBeUndefined();
  });
});
