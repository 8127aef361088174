import { useSandbox } from '@payments-platform/sandbox/vitest';
import { expect, test } from 'vitest';
import { payGrace, signUp } from './payments.ts';

const tests = useSandbox();

test('a payment arrives', async () => {
  const { client, clock, webhooks } = tests.sandbox;
  const { transactionId } = await payGrace(client, await signUp(client));
  await clock.advance('1h');
  const { data } = await webhooks.next({ type: 'OUTGOING_PAYMENT.COMPLETED', resourceId: transactionId });
  expect(data.status).toBe('COMPLETED');
});
