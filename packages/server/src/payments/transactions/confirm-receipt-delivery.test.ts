import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { eventsOf, makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

const unknown = 'Transaction:00000000-0000-7000-8000-000000000000';

async function onePayment(server: TestServer): Promise<string> {
  const { customerId, accounts } = await makeSender(server);
  const to = await makeUsdAccount(server, customerId);
  const extra = { immediatelyExecute: true };
  return (await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to, extra }))).body
    .transactionId;
}

oneEngine('confirming the delivery of a receipt', (start) => {
  it('stores the given date-time in UTC, or the current time when none is given', async () => {
    const server = await start();
    const id = await onePayment(server);
    await server.advance(minuteMs);
    const path = `/transactions/${id}/confirm`;
    const given = await server.request('POST', path, { receiptDeliveryConfirmedAt: '2025-01-01T01:00:30+01:00' });
    expect(given).toMatchObject({
      status: 200,
      body: { id, status: 'COMPLETED', receiptDeliveryConfirmedAt: '2025-01-01T00:00:30.000Z' },
    });
    expect(given.body.updatedAt).toBe('2025-01-01T00:01:00.000Z');
    for (const body of [undefined, {}]) {
      const now = await server.request('POST', path, body);
      expect(now.body.receiptDeliveryConfirmedAt).toBe('2025-01-01T00:01:00.000Z');
    }
    expect((await server.request('GET', `/transactions/${id}`)).body.receiptDeliveryConfirmedAt).toBe(
      '2025-01-01T00:01:00.000Z',
    );
  });

  it('overwrites the stored time when it is called again', async () => {
    const server = await start();
    const path = `/transactions/${await onePayment(server)}/confirm`;
    for (const receiptDeliveryConfirmedAt of ['2025-01-02T00:00:00.000Z', '2024-12-31T00:00:00.000Z']) {
      const answer = await server.request('POST', path, { receiptDeliveryConfirmedAt });
      expect(answer.body.receiptDeliveryConfirmedAt).toBe(receiptDeliveryConfirmedAt);
    }
  });

  it('emits no event and does not affect the payment', async () => {
    const server = await start();
    const id = await onePayment(server);
    await server.request('POST', `/transactions/${id}/confirm`);
    expect(await eventsOf(server, id)).toHaveLength(2);
    await server.advance(minuteMs);
    const { body } = await server.request('GET', `/transactions/${id}`);
    expect(body).toMatchObject({ status: 'COMPLETED', receiptDeliveryConfirmedAt: '2025-01-01T00:00:00.000Z' });
    expect((await eventsOf(server, id)).at(-1)).toBe('OUTGOING_PAYMENT.COMPLETED');
  });

  it('refuses an invalid time', async () => {
    const server = await start();
    const path = `/transactions/${await onePayment(server)}/confirm`;
    const answer = await server.request('POST', path, { receiptDeliveryConfirmedAt: 'yesterday' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(answer)).toEqual(['receiptDeliveryConfirmedAt']);
  });

  it('returns TRANSACTION_NOT_FOUND for a payment of another platform', async () => {
    const [server, other] = [await start(), await start()];
    const id = await onePayment(other);
    for (const foreign of [id, unknown]) {
      const answer = await server.request('POST', `/transactions/${foreign}/confirm`);
      expect(answer).toMatchObject({ status: 404, body: { code: 'TRANSACTION_NOT_FOUND' } });
    }
    expect((await other.request('GET', `/transactions/${id}`)).body.receiptDeliveryConfirmedAt).toBeUndefined();
  });
});
