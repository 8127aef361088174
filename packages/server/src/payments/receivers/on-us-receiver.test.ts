import { expect, it } from 'vitest';
import { expectStatus } from '../../../test/caller.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender } from '../../../test/parties.ts';
import { makeReceiver } from '../../../test/uma-payments.ts';

const limits = (currencyCode: string, minAmount: number, maxAmount: number) => ({
  currencyCode,
  minAmount,
  maxAmount,
  requiredCounterpartyFields: [],
});

oneEngine('a customer of the platform at a UMA address', (start) => {
  it('is offered from one smallest unit when the limit is zero, and in no currency whose maximum is zero', async () => {
    const server = await start();
    const { customerId } = await makeSender(server);
    const { address } = await makeReceiver(server);
    const supportedCurrencies = [limits('USD', 0, 500), limits('EUR', 0, 0)];
    expectStatus(await server.request('PATCH', '/config', { supportedCurrencies }), 200);
    const path = `/receiver/uma/${encodeURIComponent(address)}?customerId=${customerId}`;
    const found = expectStatus(await server.request('GET', path), 200);
    expect(found.supportedCurrencies).toMatchObject([{ currency: { code: 'USD' }, min: 1, max: 500 }]);
    const without = { supportedCurrencies: [limits('USD', 0, 0)] };
    expectStatus(await server.request('PATCH', '/config', without), 200);
    expect((await server.request('GET', path)).body.code).toBe('INVALID_RECEIVER');
  });
});
