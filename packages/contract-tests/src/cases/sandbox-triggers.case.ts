import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { refusalOf } from '../parties/refusal.ts';
import type { Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

/** Causes one event, as a person or a test does. */
export function sandboxTriggerCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock makes nothing happen');

  describe('a trigger of the sandbox', () => {
    scenario('is listed with its cause and delay', async ({ client }) => {
      const { data } = await orThrow(client.GET('/sandbox/triggers'));
      expect(data).toContainEqual({
        type: 'OUTGOING_PAYMENT.FAILED',
        cause: expect.stringContaining('`002`'),
        afterSeconds: 2,
      });
    });

    scenario('emits its event when it advances the clock', async ({ client }) => {
      const body = { type: 'OUTGOING_PAYMENT.FAILED', advancesClock: true } as const;
      const made = await orThrow(client.POST('/sandbox/triggers', { body }));
      expect(made).toMatchObject({ type: 'OUTGOING_PAYMENT.FAILED', status: 'HAPPENED' });
    });

    scenario('is refused for an unknown event type', async (platform) => {
      const client = platform.connect({ expected: { status: 400, example: 'unknownType' } });
      // @ts-expect-error there is no such event
      const refusal = await refusalOf(client.POST('/sandbox/triggers', { body: { type: 'OUTGOING_PAYMENT.LOST' } }));
      expect(refusal).toMatchObject({ status: 400, code: 'INVALID_INPUT', fieldErrors: [{ field: 'type' }] });
    });

    stateful('starts a payment that emits the events before and after too', async (platform) => {
      const { client, webhooks } = platform;
      const { status, resourceId } = await orThrow(
        client.POST('/sandbox/triggers', { body: { type: 'OUTGOING_PAYMENT.FAILED' } }),
      );
      expect(status).toBe('DUE');
      await platform.advance(60_000);
      expect(webhooks.about(resourceId ?? '').map(({ event }) => event.type)).toEqual([
        'OUTGOING_PAYMENT.PENDING',
        'OUTGOING_PAYMENT.PROCESSING',
        'OUTGOING_PAYMENT.FAILED',
        'OUTGOING_PAYMENT.REFUND_PENDING',
        'OUTGOING_PAYMENT.REFUND_COMPLETED',
      ]);
    });
  });
}
