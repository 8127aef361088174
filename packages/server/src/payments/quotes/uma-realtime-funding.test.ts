import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, makeSender } from '../../../test/parties.ts';
import { payIn } from '../../../test/realtime.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { newEuropeanPayer } from '../../../test/sca-customers.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { lookUpAddress, type PreparedUma, prepareUma, readTransaction, umaDomain } from '../../../test/uma-payments.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

function quotePaidIn(
  server: TestServer,
  { address, lookupId }: Pick<PreparedUma, 'address' | 'lookupId'>,
  source: object = {},
  lockedCurrencyAmount = 10_000,
): Promise<Answer> {
  return server.request('POST', '/quotes', {
    lookupId,
    source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', ...source },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress: address },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount,
  });
}

oneEngine('real-time funding of a payment to a UMA address', (start) => {
  it('belongs to the customer of the lookup, named or not', async () => {
    const server = await start();
    const prepared = await prepareUma(server);
    const { customerId } = prepared;
    const [unnamed, named] = [await quotePaidIn(server, prepared), await quotePaidIn(server, prepared, { customerId })];
    expect([unnamed.status, named.status]).toEqual([201, 201]);
    expect(unnamed.body.source).toEqual(named.body.source);
    expect(unnamed.body.source).toEqual({ sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' });
    expect((await payIn(server, unnamed.body)).status).toBe(200);
    await server.advance(minuteMs);
    expect(await readTransaction(server, unnamed.body.transactionId)).toMatchObject({
      status: 'COMPLETED',
      customerId,
      source: { sourceType: 'REALTIME_FUNDING', customerId },
    });
  });

  it('refunds unusable crypto to the customer of the lookup', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server, 'USDC', 0);
    const address = `$success.usd@${umaDomain}`;
    const lookupId = await lookUpAddress(server, customerId, address);
    const crypto = { currency: 'USDC', cryptoNetwork: 'BASE' };
    const { body } = await quotePaidIn(server, { address, lookupId }, crypto, 5_000_000);
    await payIn(server, body, 7_000);
    await server.advance(minuteMs);
    expect(await balanceOf(server, accounts['USDC'] ?? '')).toBe(7_000);
    await expectHealthy(server);
  });

  it('refuses a payer other than the customer of the lookup', async () => {
    const server = await start();
    const prepared = await prepareUma(server);
    const { customerId } = await makeSender(server);
    const answer = await quotePaidIn(server, prepared, { customerId });
    expect([answer.body.code, refusedFields(answer)]).toEqual(['INVALID_INPUT', ['lookupId']]);
  });

  it('requires a European customer to authenticate first', async () => {
    const server = await start();
    const { customerId } = await newEuropeanPayer(server);
    const address = `$success.usd@${umaDomain}`;
    const lookupId = await lookUpAddress(server, customerId, address);
    const { status, body } = await quotePaidIn(server, { address, lookupId });
    expect([status, body.status, body.paymentInstructions]).toEqual([202, 'PENDING_AUTHORIZATION', undefined]);
  });

  it('refuses a payer who was deleted after the lookup', async () => {
    const server = await start();
    const { customerId } = await makeSender(server, 'USD', 0);
    const address = `$success.usd@${umaDomain}`;
    const lookupId = await lookUpAddress(server, customerId, address);
    await server.request('DELETE', `/customers/${customerId}`);
    expect((await quotePaidIn(server, { address, lookupId })).body.code).toBe('CUSTOMER_NOT_FOUND');
  });
});
