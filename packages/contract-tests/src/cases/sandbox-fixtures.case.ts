import { orThrow } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { readPayment } from '../parties/payment.ts';
import type { Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

/** The initial data of tests that do not depend on how it was created. */
export function sandboxFixtureCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock makes no data');

  describe('a fixture of the sandbox', () => {
    scenario('is listed with what it creates', async ({ client }) => {
      const { data } = await orThrow(client.GET('/sandbox/fixtures'));
      expect(data).toContainEqual({ name: 'CUSTOMERS', makes: expect.any(String), afterSeconds: 0 });
    });

    scenario('is created and returns its ids by name', async ({ client }) => {
      const made = await orThrow(client.POST('/sandbox/fixtures', { body: { name: 'FIRST_PAYMENT' } }));
      if (made.name !== 'FIRST_PAYMENT') throw new Error(`another one was made: ${made.name}`);
      expect(made.ids.firstPayment.transaction).toMatch(/^Transaction:/);
    });

    stateful('creates payments in the states that their names say', async ({ client }) => {
      const body = { name: 'PAYMENTS', advancesClock: true } as const;
      const made = await orThrow(client.POST('/sandbox/fixtures', { body }));
      if (made.name !== 'PAYMENTS') throw new Error(`another one was made: ${made.name}`);
      const { failed, expired, processing } = made.ids.payments;
      expect((await readPayment(client, failed)).status).toBe('FAILED');
      expect((await readPayment(client, expired)).status).toBe('EXPIRED');
      expect((await readPayment(client, processing)).status).toBe('PROCESSING');
    });
  });
}
