import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { openPayer } from '../parties/payer.ts';
import { createQuote, quoteRequest, readPayment } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import { hasState, type Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

export function sandboxClockCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'on a mock no time passes');

  describe('the clock of the sandbox', () => {
    scenario('returns its time and scale', async ({ client }) => {
      const clock = await orThrow(client.GET('/sandbox/clock'));
      expect(clock).toMatchObject({ now: expect.stringMatching(/Z$/), scale: expect.any(Number) });
    });

    scenario('stands still while it is frozen and continues afterwards', async (platform) => {
      const { client } = platform;
      const freeze = (isFrozen: boolean) => orThrow(client.PATCH('/sandbox/clock', { body: { isFrozen } }));
      const frozen = await freeze(true);
      expect(frozen).toMatchObject({ isFrozen: true });
      if (!hasState(platform)) return;
      await platform.advance(60_000);
      expect(await orThrow(client.GET('/sandbox/clock'))).toEqual(frozen);
      expect(await freeze(false)).toEqual({ ...frozen, isFrozen: false });
      await platform.advance(60_000);
      const { now } = await orThrow(client.GET('/sandbox/clock'));
      expect(Date.parse(now) - Date.parse(frozen.now)).toBe(60_000);
    });

    scenario('refuses to go back with INVALID_INPUT', async (platform) => {
      const client = platform.connect({ expected: { status: 400, example: 'backwards' } });
      const body = { to: '1999-12-31T23:59:59Z' };
      expect(await refusalOf(client.POST('/sandbox/clock/advance', { body }))).toMatchObject({
        status: 400,
        code: 'INVALID_INPUT',
      });
    });

    stateful('settles an ACH payment in one advance and emits its events', async (platform) => {
      const { client, webhooks } = platform;
      const { customerId, accountId } = await openPayer(platform);
      const to = await registerPayee(client, { customerId, currency: 'USD', suffix: '100' });
      const request = quoteRequest({ from: accountId, to });
      const quote = await orThrow(
        createQuote(client, {
          ...request,
          destination: { destinationType: 'ACCOUNT', accountId: to, paymentRail: 'ACH' },
          immediatelyExecute: true,
        }),
      );
      const { type, ...payment } = await readPayment(client, quote.transactionId);
      if (type !== 'OUTGOING' || !('expectedSettlementAt' in payment)) throw new Error('a payout says when it arrives');
      const passed = await orThrow(
        client.POST('/sandbox/clock/advance', { body: { to: payment.expectedSettlementAt ?? '' } }),
      );
      expect(passed).toMatchObject({ now: payment.expectedSettlementAt, isComplete: true, omittedCount: 0 });
      expect(
        passed.happened
          .filter(({ resourceId }) => resourceId === quote.transactionId)
          .map(({ kind, type }) => [kind, type]),
      ).toEqual([
        ['EVENT', 'OUTGOING_PAYMENT.COMPLETED'],
        ['DELIVERY', 'OUTGOING_PAYMENT.COMPLETED'],
      ]);
      expect(webhooks.about(quote.transactionId).map(({ event }) => event.type)).toEqual([
        'OUTGOING_PAYMENT.PENDING',
        'OUTGOING_PAYMENT.PROCESSING',
        'OUTGOING_PAYMENT.COMPLETED',
      ]);
    });
  });
}
