import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { expectHealthy } from '../../../test/healthy-store.ts';
import {
  balanceOf,
  makeSender,
  makeUsdAccount,
  platformAccountOf,
  quoteBody,
  setAccountStatus,
} from '../../../test/parties.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

const platformFeeOverride = { platformFixedFee: { amount: 50, currency: 'USD' }, platformVariableFeeBps: 0 };

oneEngine('the account for platform fees', (start) => {
  it('must be able to receive money when a quote with a fee is created', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const parts = { from: accounts['USD'] ?? '', to: await makeUsdAccount(server, customerId) };
    await setAccountStatus(server, await platformAccountOf(server), 'FROZEN');
    const charged = await server.request('POST', '/quotes', quoteBody({ ...parts, extra: { platformFeeOverride } }));
    expect([charged.status, charged.body.code]).toEqual([400, 'QUOTE_REQUEST_FAILED']);
    expect((await server.request('POST', '/quotes', quoteBody(parts))).status).toBe(201);
  });

  it.each(['111', '005'])(
    'can be closed during a payment to an account ending in %s, and then receives no fee',
    async (suffix) => {
      const server = await start();
      const { customerId, accounts } = await makeSender(server);
      const parts = { from: accounts['USD'] ?? '', to: await makeUsdAccount(server, customerId, suffix) };
      const extra = { platformFeeOverride, immediatelyExecute: true };
      const { body: quote } = await server.request('POST', '/quotes', quoteBody({ ...parts, extra }));
      await setAccountStatus(server, await platformAccountOf(server), 'CLOSED');
      await server.advance(minuteMs);
      const { body } = await server.request('GET', `/transactions/${quote.transactionId}`);
      expect(body.status).toBe(suffix === '111' ? 'COMPLETED' : 'FAILED');
      expect(await balanceOf(server, await platformAccountOf(server))).toBe(0);
      expect(await balanceOf(server, parts.from)).toBe(suffix === '111' ? 990_000 : 1_000_000);
      await expectHealthy(server);
    },
  );
});
