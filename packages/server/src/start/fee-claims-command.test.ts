import { expect, it } from 'vitest';
import { expectStatus } from '../../test/caller.ts';
import { eachEngine } from '../../test/each-engine.ts';
import { fund, makeSender, makeUsdAccount, platformAccountOf, quoteBody } from '../../test/parties.ts';
import { hourMs, minuteMs, secondMs } from '../ground/clock/instant.ts';
import { showFeeClaims } from './fee-claims-command.ts';

eachEngine('the fee claims of the operator', (start) => {
  it('name the platform, its fee and the refund that waits, until the fee is given back', async () => {
    const server = await start();
    const claims = () => showFeeClaims({ database: server.deps.database, deps: server.deps });
    const platformAccount = await platformAccountOf(server);
    const sender = await makeSender(server);
    const pay = async (from: string, to: string, amount: number, extra: object): Promise<string> => {
      const answer = await server.request('POST', '/quotes', quoteBody({ from, to, amount, extra }));
      expectStatus(answer, 201);
      return answer.body.transactionId;
    };
    const from = sender.accounts['USD'] ?? '';
    const platformFeeOverride = { platformFixedFee: { amount: 9_000, currency: 'USD' }, platformVariableFeeBps: 0 };
    const extra = { immediatelyExecute: true };
    const returned = await makeUsdAccount(server, sender.customerId, '005');
    const transactionId = await pay(from, returned, 10_000, { platformFeeOverride, ...extra });
    await server.advance(2 * secondMs);
    await pay(platformAccount, from, 9_000, extra);
    await server.advance(minuteMs);
    expect(await claims()).toEqual({
      [transactionId]: expect.stringMatching(
        /^\S+ in SANDBOX owes its fee of 90\.00 USD since 2025-01-01T\S+; the refund of 100\.00 USD is PENDING$/,
      ),
    });
    await fund(server, platformAccount, 9_000);
    await server.advance(hourMs);
    expect(await claims()).toEqual({ 'fee claims': 'none' });
  });
});
