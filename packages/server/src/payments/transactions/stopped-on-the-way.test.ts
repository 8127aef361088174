import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import { eventsOf } from '../../../test/parties.ts';
import { chooseDeposit, makeReceiver, readTransaction, receiveUma } from '../../../test/uma-payments.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

oneEngine('a cancelled payment that is passed on to a bank', (start) => {
  it('is refunded, and completed when the bank still delivers it', async () => {
    const server = await start();
    const receiver = await makeReceiver(server);
    await chooseDeposit(server, receiver.customerId, '006');
    const { id } = (await receiveUma(server, receiver)).body;
    expect((await server.request('POST', `/transactions/${id}/approve`)).status).toBe(200);
    await server.advance(minuteMs);
    expect(await readTransaction(server, id)).toMatchObject({
      status: 'COMPLETED',
      refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
    });
    expect((await eventsOf(server, id)).slice(2)).toEqual(
      ['REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'].map((name) => `INCOMING_PAYMENT.${name}`),
    );
    await expectHealthy(server);
  });
});
