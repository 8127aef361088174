import type { OutgoingTransaction } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { balanceIn, openPayer } from '../parties/payer.ts';
import { pay, readPayment, readQuote } from '../parties/payment.ts';
import type { StatefulPlatform, Target } from '../targets/target.ts';
import type { Delivery } from '../webhooks/webhook-inbox.ts';
import { needsState } from './scenario.ts';

interface Outcome {
  readonly name: string;
  /** What the last digits of the payee make the sandbox do. */
  readonly suffix: string;
  readonly events: readonly string[];
  readonly status: OutgoingTransaction['status'];
  readonly failureReason?: OutgoingTransaction['failureReason'];
  readonly refund?: { readonly status: string; readonly reason: string };
  readonly quoteStatus: string;
  readonly isSettled: boolean;
  /** Whether the payer has the money again in the end. */
  readonly isPaidBack: boolean;
}

const failed = { status: 'FAILED', quoteStatus: 'FAILED', isSettled: false } as const;
const refunded = { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' } as const;
const failureEvents = ['PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING'] as const;
const returnEvents = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'] as const;
const cancelEvents = ['PENDING', 'PROCESSING', 'REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'] as const;

/** The event sequences that the interface promises for payouts. */
const outcomes: readonly Outcome[] = [
  {
    name: 'success',
    suffix: '100',
    events: ['PENDING', 'PROCESSING', 'COMPLETED'],
    status: 'COMPLETED',
    quoteStatus: 'COMPLETED',
    isSettled: true,
    isPaidBack: false,
  },
  {
    name: 'failure with refund',
    suffix: '002',
    events: [...failureEvents, 'REFUND_COMPLETED'],
    ...failed,
    failureReason: 'QUOTE_EXECUTION_FAILED',
    refund: refunded,
    isPaidBack: true,
  },
  {
    name: 'failure of the delivery with refund',
    suffix: '004',
    events: [...failureEvents, 'REFUND_COMPLETED'],
    ...failed,
    failureReason: 'ACCOUNT_CANNOT_RECEIVE',
    refund: refunded,
    isPaidBack: true,
  },
  {
    name: 'failure with failed refund',
    suffix: '007',
    events: [...failureEvents, 'REFUND_FAILED'],
    ...failed,
    failureReason: 'QUOTE_EXECUTION_FAILED',
    refund: { status: 'FAILED', reason: 'TRANSACTION_FAILED' },
    isPaidBack: false,
  },
  {
    name: 'bank return',
    suffix: '005',
    events: returnEvents,
    status: 'FAILED',
    failureReason: 'PAYOUT_RETURNED',
    refund: refunded,
    quoteStatus: 'COMPLETED',
    isSettled: true,
    isPaidBack: true,
  },
  {
    name: 'manual cancellation with late delivery',
    suffix: '006',
    events: cancelEvents,
    status: 'COMPLETED',
    refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
    quoteStatus: 'COMPLETED',
    isSettled: true,
    isPaidBack: true,
  },
];

/** The events of one payment without their family. */
function emitted(deliveries: readonly Delivery[]): string[] {
  return deliveries.map(({ event }) => event.type.replace('OUTGOING_PAYMENT.', ''));
}

const long = 60 * 60_000;

export function paymentOutcomeCases(target: Target): void {
  const scenario = needsState(target, 'a mock moves no payment on and sends no events');

  describe('an executed payment', () => {
    for (const outcome of outcomes) {
      scenario(`emits ${outcome.name} as ${outcome.events.join(', ')}`, (platform) => provesOutcome(platform, outcome));
    }

    scenario('to a slow bank stays PROCESSING for 6 minutes and then completes', async (platform) => {
      const { client, webhooks } = platform;
      const { customerId, accountId } = await openPayer(platform);
      const to = await registerPayee(client, { customerId, currency: 'EUR', suffix: '003' });
      const { transactionId } = await pay(client, { from: accountId, to });
      await platform.advance(6 * 60_000 - 1);
      expect(emitted(webhooks.about(transactionId))).toEqual(['PENDING', 'PROCESSING']);
      expect(await readPayment(client, transactionId)).toMatchObject({ status: 'PROCESSING' });
      await platform.advance(1);
      expect(emitted(webhooks.about(transactionId))).toEqual(['PENDING', 'PROCESSING', 'COMPLETED']);
    });
  });
}

async function provesOutcome(platform: StatefulPlatform, outcome: Outcome): Promise<void> {
  const { client, webhooks } = platform;
  const { customerId, accountId } = await openPayer(platform, { amount: 50_000 });
  const to = await registerPayee(client, { customerId, currency: 'EUR', suffix: outcome.suffix });
  const { id: quoteId, transactionId } = await pay(client, { from: accountId, to, amount: 20_000 });
  expect(await balanceIn(platform, customerId, 'USD')).toBe(30_000);
  await platform.advance(long);

  const deliveries = webhooks.about(transactionId);
  expect(emitted(deliveries)).toEqual(outcome.events);
  expect(deliveries.map(({ event }) => ('sequence' in event ? event.sequence : undefined))).toEqual(
    outcome.events.map((_, index) => index + 1),
  );
  expect(new Set(deliveries.map(({ event }) => ('id' in event ? event.id : undefined))).size).toBe(
    outcome.events.length,
  );

  const payment = await readPayment(client, transactionId);
  expect(payment).toMatchObject({ type: 'OUTGOING', status: outcome.status });
  expect(payment.failureReason).toBe(outcome.failureReason);
  expect(payment.settledAt !== undefined).toBe(outcome.isSettled);
  if (outcome.refund === undefined) expect(payment.refund).toBeUndefined();
  else expect(payment.refund).toMatchObject(outcome.refund);
  expect(payment.refund?.settledAt !== undefined).toBe(outcome.refund?.status === 'COMPLETED');
  expect(await readQuote(client, quoteId)).toMatchObject({ status: outcome.quoteStatus });
  expect(await balanceIn(platform, customerId, 'USD')).toBe(outcome.isPaidBack ? 50_000 : 30_000);
  // The last event shows the payment as its own GET does.
  const last = deliveries.at(-1)?.event;
  expect(last !== undefined && 'data' in last ? last.data : undefined).toEqual(payment);
}
