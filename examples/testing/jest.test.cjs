const { useSandbox } = require('@payments-platform/sandbox/jest');

const tests = useSandbox();

test('a payment arrives', async () => {
  const { clock, trigger, webhooks } = tests.sandbox;
  const { data: payment } = await trigger('OUTGOING_PAYMENT.PROCESSING');
  await clock.advance('1h');
  const { data } = await webhooks.next({ type: 'OUTGOING_PAYMENT.COMPLETED', resourceId: payment.id });
  expect(data.status).toBe('COMPLETED');
});
