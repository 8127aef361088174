import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { balanceOf, eventsOf } from '../../../test/parties.ts';
import { incomingOf, makeReceiver, payOwn, readTransaction } from '../../../test/uma-payments.ts';
import { minuteMs, secondMs } from '../../ground/clock/instant.ts';
import { rawQuery } from '../../ground/database/statement.ts';
import { createSandboxUma } from '../../sandbox/adapters/sandbox-uma.ts';

oneEngine('an on-us payment to a UMA address', (start) => {
  it('calls no other provider and arrives as an INCOMING payment that needs approval', async () => {
    const network = createSandboxUma();
    const nobody = (): never => {
      throw new Error('another provider was asked');
    };
    const uma = { ...network, lookUp: nobody, requestPayment: nobody, announce: nobody, answer: nobody };
    const server = await start({ deps: { uma } });
    const payment = await payOwn(server, 'EUR');
    expect(await balanceOf(server, payment.from)).toBe(990_000);
    await server.advance(2 * secondMs);
    const id = await incomingOf(server, payment);
    expect(await readTransaction(server, id)).toMatchObject({
      status: 'PENDING',
      source: { sourceType: 'UMA_ADDRESS', umaAddress: payment.senderAddress },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: payment.receiver.address },
      receivedAmount: { amount: 9_177, currency: { code: 'EUR' } },
      counterpartyInformation: { FULL_NAME: 'Ada Lovelace' },
      reconciliationInstructions: (await readTransaction(server, payment.outgoing)).reconciliationInstructions,
    });
    expect((await server.request('POST', `/transactions/${id}/approve`)).status).toBe(200);
    expect((await readTransaction(server, payment.outgoing)).status).toBe('PROCESSING');
    await server.advance(minuteMs);
    for (const one of [id, payment.outgoing]) expect((await readTransaction(server, one)).status).toBe('COMPLETED');
    expect(await balanceOf(server, payment.receiver.accounts['EUR'] ?? '')).toBe(9_177);
    expect(await eventsOf(server, payment.outgoing)).toEqual(
      ['PENDING', 'PROCESSING', 'COMPLETED'].map((name) => `OUTGOING_PAYMENT.${name}`),
    );
    expect(await eventsOf(server, id)).toEqual(
      ['PENDING', 'PROCESSING', 'COMPLETED'].map((name) => `INCOMING_PAYMENT.${name}`),
    );
    await expectHealthy(server);
  });

  it('is refunded when the platform rejects it or does not decide', async () => {
    const server = await start();
    const [rejected, forgotten] = [await payOwn(server), await payOwn(server)];
    await server.advance(2 * secondMs);
    await server.request('POST', `/transactions/${await incomingOf(server, rejected)}/reject`);
    await server.advance(minuteMs);
    for (const [payment, failureReason] of [
      [rejected, 'COMPLIANCE_REJECTED'],
      [forgotten, 'ACCOUNT_CANNOT_RECEIVE'],
    ] as const) {
      expect(await readTransaction(server, payment.outgoing)).toMatchObject({
        status: 'FAILED',
        failureReason,
        refund: { status: 'COMPLETED' },
      });
      expect(await balanceOf(server, payment.from)).toBe(1_000_000);
    }
    await expectHealthy(server);
  });

  it('is refunded when the payee no longer has the address, even if another customer has it', async () => {
    const server = await start();
    const [left, taken, moved] = [await payOwn(server), await payOwn(server), await payOwn(server)];
    const rename = (customerId: string, umaAddress: string) =>
      server.request('PATCH', `/customers/${customerId}`, { customerType: 'INDIVIDUAL', umaAddress });
    const domain = left.receiver.address.split('@')[1];
    for (const [index, { receiver }] of [left, taken, moved].entries())
      expect((await rename(receiver.customerId, `$renamed${index}@${domain}`)).status).toBe(200);
    const stranger = await makeReceiver(server);
    expect((await rename(stranger.customerId, taken.receiver.address)).status).toBe(200);
    await server.request('PATCH', '/config', { umaDomain: 'moved.example.com' });
    await server.advance(minuteMs);
    for (const { outgoing, from, receiver } of [left, taken, moved]) {
      expect(await readTransaction(server, outgoing)).toMatchObject({
        status: 'FAILED',
        failureReason: 'ACCOUNT_INVALID',
        refund: { status: 'COMPLETED' },
      });
      expect(await balanceOf(server, from)).toBe(1_000_000);
      expect(await balanceOf(server, receiver.accounts['USD'] ?? '')).toBe(0);
    }
    expect(await balanceOf(server, stranger.accounts['USD'] ?? '')).toBe(0);
    const { body } = await server.request('GET', `/transactions?customerId=${stranger.customerId}`);
    expect(body.data).toEqual([]);
    await expectHealthy(server);
  });

  it('reaches the current owner of the address for a quote of an older release', async () => {
    const server = await start();
    const payment = await payOwn(server);
    const forget = sql<never>`update quotes set payee_customer_id = null where tenant = ${server.tenant}`;
    await server.bare.transaction((unit) => unit.select((db) => rawQuery(forget, db)));
    await server.advance(2 * secondMs);
    const id = await incomingOf(server, payment);
    expect((await server.request('POST', `/transactions/${id}/approve`)).status).toBe(200);
    await server.advance(minuteMs);
    expect((await readTransaction(server, payment.outgoing)).status).toBe('COMPLETED');
    await expectHealthy(server);
  });

  it('fails and is refunded when the account is frozen or the customer is deleted', async () => {
    const server = await start();
    const [frozen, gone] = [await payOwn(server), await payOwn(server)];
    await server.request('DELETE', `/customers/${gone.receiver.customerId}`);
    const account = frozen.receiver.accounts['USD'];
    await server.request('POST', `/sandbox/internal-accounts/${account}/status`, { status: 'FROZEN' });
    await server.advance(2 * secondMs);
    await server.request('POST', `/transactions/${await incomingOf(server, frozen)}/approve`);
    await server.advance(minuteMs);
    expect((await readTransaction(server, frozen.outgoing)).failureReason).toBe('ACCOUNT_CANNOT_RECEIVE');
    expect((await readTransaction(server, gone.outgoing)).failureReason).toBe('ACCOUNT_INVALID');
    for (const { from } of [frozen, gone]) expect(await balanceOf(server, from)).toBe(1_000_000);
    await expectHealthy(server);
  });
});
