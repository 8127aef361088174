import type { RailReport, Rails, RailTiming, RefundReport } from '../../engines/rails/rails.ts';
import { settlementAt, usualMs } from '../../engines/rails/timelines.ts';
import { dayMs, hourMs, type Instant, minuteMs, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { hashOf } from '../../ground/ids/hash-of.ts';
import { behaviourOf } from './sandbox-behaviours.ts';
import { networkCosts } from './sandbox-network-costs.ts';

const returnDelayMs = 5 * secondMs;
const refundDelayMs = 2 * secondMs;
const lateDeliveryDelayMs = 2 * secondMs;
/** This long before its arrival, a payment can no longer be stopped. */
const handedOnMs = hourMs;
/** A held payment is reported as held after one second, and released after ten minutes. */
const holdNoticeMs = secondMs;
const holdMs = 10 * minuteMs;
/** A payment without any report is given up this long after it was due. */
const lostAfterMs = dayMs;

/** The settlements that have a hash: on chains, and between UMA providers. */
const hashed = new Set<string>(['BITCOIN', 'ETHEREUM', 'SOLANA', 'BASE', 'POLYGON', 'TRON', 'PLASMA', 'SPARK', 'UMA']);

/** A hash in the right form, the same on every call. */
function transactionHash(payment: RailTiming): string | null {
  return hashed.has(payment.rail) ? hashOf(payment.transactionId) : null;
}

/**
 * Banks and chains that behave as documented, without a network. Their answers depend only on the payment and the time.
 */
export function createSandboxRails(): Rails {
  const expectedAt = ({ rail, currency, submittedAt }: RailTiming): Instant =>
    settlementAt(rail, currency, submittedAt);
  const heldUntil = (payment: RailTiming): Instant => plusMs(payment.submittedAt, holdMs);
  const deliveryAt = (payment: RailTiming): Instant => {
    const { timelineMs, hold } = behaviourOf(payment);
    const arrivesAt = timelineMs === undefined ? expectedAt(payment) : plusMs(payment.submittedAt, timelineMs);
    return hold !== undefined && arrivesAt < heldUntil(payment) ? heldUntil(payment) : arrivesAt;
  };

  return {
    timelineMs: usualMs,
    networkCost: (network) => networkCosts[network],
    expectedAt,
    firstPollAt: (payment) =>
      behaviourOf(payment).hold === undefined ? deliveryAt(payment) : plusMs(payment.submittedAt, holdNoticeMs),
    poll: async (payment, now): Promise<RailReport> => {
      const behaviour = behaviourOf(payment);
      const dueAt = deliveryAt(payment);
      if (payment.refundedAt !== null && behaviour.isCancelled !== true) return { kind: 'FINAL' };
      if (payment.refundedAt !== null) {
        return { kind: 'DELIVERED', transactionHash: transactionHash(payment), nextPollAt: null };
      }
      if (payment.deliveredAt !== null) {
        return behaviour.isReturned === true ? { kind: 'RETURNED' } : { kind: 'FINAL' };
      }
      const { hold } = behaviour;
      if (hold !== undefined && now < heldUntil(payment))
        return { kind: 'HELD', reason: hold, nextPollAt: heldUntil(payment) };
      if (now < dueAt) return { kind: 'IN_TRANSIT', nextPollAt: dueAt };
      if (behaviour.isLost === true) {
        const givenUpAt = plusMs(dueAt, lostAfterMs);
        return now < givenUpAt ? { kind: 'IN_TRANSIT', nextPollAt: givenUpAt } : { kind: 'LOST' };
      }
      if (behaviour.failure !== undefined) return { kind: 'FAILED', reason: behaviour.failure };
      if (behaviour.isCancelled === true) return { kind: 'CANCELLED' };
      const nextPollAt = behaviour.isReturned === true ? plusMs(now, returnDelayMs) : null;
      return { kind: 'DELIVERED', transactionHash: transactionHash(payment), nextPollAt };
    },
    cancel: async (payment, now) => now < plusMs(deliveryAt(payment), -handedOnMs),
    firstRefundPollAt: (_payment, now) => plusMs(now, refundDelayMs),
    pollRefund: async (payment, now): Promise<RefundReport> => {
      const behaviour = behaviourOf(payment);
      if (behaviour.refundFails === true) return { kind: 'FAILED' };
      return { kind: 'SETTLED', nextPollAt: behaviour.isCancelled === true ? plusMs(now, lateDeliveryDelayMs) : null };
    },
  };
}
