import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { newDevice, newWallet, openTestSession, signedHeaders, withWallets } from '../../../test/embedded-wallets.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';

async function isPrivate(server: TestServer, customerId: string): Promise<boolean> {
  const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USDB`);
  return body.data[0].privateEnabled;
}

oneEngine('changing the privacy of an embedded wallet', (start) => {
  it('refuses the signature for hiding in a request to show', async () => {
    const server = await start(withWallets);
    const { accountId, customerId } = await newWallet(server);
    const device = newDevice(server);
    await openTestSession(server, accountId, device);
    const ask = async (privateEnabled: boolean) =>
      server.request('PATCH', `/internal-accounts/${accountId}`, { privateEnabled });
    const [hide, show] = [await ask(true), await ask(false)];
    const mixed = { ...signedHeaders(device, hide), 'request-id': show.body.requestId };
    const answer = await server.request('PATCH', `/internal-accounts/${accountId}`, { privateEnabled: false }, mixed);
    expect(answer.body.code).toBe('WALLET_SIGNATURE_INVALID');
    const swapped = signedHeaders(device, hide);
    const other = await server.request('PATCH', `/internal-accounts/${accountId}`, { privateEnabled: false }, swapped);
    expect(other.body.code).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    expect(await isPrivate(server, customerId)).toBe(false);
  });

  it('refuses an empty change, an account that is not a wallet, and an unknown one', async () => {
    const server = await start(withWallets);
    const { accountId, customerId } = await newWallet(server);
    const nothing = await server.request('PATCH', `/internal-accounts/${accountId}`, {});
    expect([nothing.status, refusedFields(nothing)]).toEqual([400, ['privateEnabled']]);
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
    const dollars = await server.request('PATCH', `/internal-accounts/${body.data[0].id}`, { privateEnabled: true });
    expect([dollars.status, refusedFields(dollars)]).toEqual([400, ['id']]);
    const unknown = 'InternalAccount:0198c0de-7a11-7d0b-9031-7e8f90123456';
    const missing = await server.request('PATCH', `/internal-accounts/${unknown}`, { privateEnabled: true });
    expect(missing.body.code).toBe('ACCOUNT_NOT_FOUND');
  });

  it('refuses a closed wallet', async () => {
    const server = await start(withWallets);
    const { accountId, customerId } = await newWallet(server);
    expect((await server.request('DELETE', `/customers/${customerId}`)).status).toBe(200);
    const closed = await server.request('PATCH', `/internal-accounts/${accountId}`, { privateEnabled: true });
    expect([closed.status, refusedFields(closed)]).toEqual([400, ['id']]);
  });
});

eachEngine('changing the privacy of an embedded wallet', (start) => {
  it('hides and shows the balance, each time with a new signature, without an event', async () => {
    const server = await start(withWallets);
    const { accountId, customerId } = await newWallet(server);
    const device = newDevice(server);
    await openTestSession(server, accountId, device);
    const events = await committedEvents(server, accountId);
    for (const privateEnabled of [true, false]) {
      const asked = await server.request('PATCH', `/internal-accounts/${accountId}`, { privateEnabled });
      expect(asked.status).toBe(202);
      expect(JSON.parse(asked.body.payloadToSign)).toMatchObject({
        type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
        parameters: {
          encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
          hashFunction: 'HASH_FUNCTION_NO_OP',
          payload: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      });
      expect(await isPrivate(server, customerId)).toBe(!privateEnabled);
      const headers = signedHeaders(device, asked);
      const changed = await server.request('PATCH', `/internal-accounts/${accountId}`, { privateEnabled }, headers);
      expect(changed).toMatchObject({ status: 200, body: { id: accountId, privateEnabled } });
      expect(await isPrivate(server, customerId)).toBe(privateEnabled);
      const again = await server.request('PATCH', `/internal-accounts/${accountId}`, { privateEnabled }, headers);
      expect(again.body.code).toBe('WALLET_SIGNATURE_INVALID');
    }
    expect(await committedEvents(server, accountId)).toEqual(events);
  });
});
