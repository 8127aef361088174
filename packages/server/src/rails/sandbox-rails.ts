import { createHash } from 'node:crypto';
import { hourMs, type Instant, minuteMs, plusMs, secondMs } from '../clock/instant.ts';
import type { PayoutFailure, RailPayment, RailReport, Rails, RefundReport } from './rails.ts';
import { railTimelineMs } from './timelines.ts';

/** How the simulated world treats a payment; chosen by the last three digits of the destination. */
interface Behaviour {
  readonly failure?: PayoutFailure;
  readonly timelineMs?: number;
  readonly isReturned?: boolean;
  readonly isCancelled?: boolean;
  readonly refundFails?: boolean;
}

/** The documented sandbox values (docs/sandbox.md lists them for integrators). */
const behaviours: Readonly<Record<string, Behaviour>> = {
  '002': { failure: 'QUOTE_EXECUTION_FAILED' },
  '003': { timelineMs: 6 * minuteMs },
  '004': { failure: 'ACCOUNT_CANNOT_RECEIVE' },
  '005': { isReturned: true },
  '006': { isCancelled: true },
  '007': { failure: 'QUOTE_EXECUTION_FAILED', refundFails: true },
};

const returnDelayMs = 5 * secondMs;
const refundDelayMs = 2 * secondMs;
const lateDeliveryDelayMs = 2 * secondMs;
/** This long before it arrives, a payment is handed on for good. */
const handedOnMs = hourMs;

/**
 * The three digits that decide, at the end of the identifier or, where it has a domain, of its user part.
 * Wallet addresses in base 58 have no 0 and those in bech32 no 1; the letters o and l stand for them.
 */
export function sandboxSuffix(identifier: string): string {
  const [user = '', domain] = identifier.split('@', 2);
  const suffix = user.slice(-3);
  return domain === undefined ? suffix.replaceAll('o', '0').replaceAll('l', '1') : suffix;
}

function behaviourOf(payment: RailPayment): Behaviour {
  if (payment.destinationIdentifier === null) return {};
  return behaviours[sandboxSuffix(payment.destinationIdentifier)] ?? {};
}

const chains = new Set<string>(['BITCOIN', 'ETHEREUM', 'SOLANA', 'BASE', 'POLYGON', 'TRON', 'PLASMA', 'SPARK']);

/** A hash that looks like one and is the same at every look. */
function transactionHash(payment: RailPayment): string | null {
  return chains.has(payment.rail) ? createHash('sha256').update(payment.transactionId).digest('hex') : null;
}

/** Banks and chains that behave as documented and need no network: what they say depends only on the payment and the time. */
export function createSandboxRails(): Rails {
  const deliveryAt = (payment: RailPayment): Instant =>
    plusMs(payment.submittedAt, behaviourOf(payment).timelineMs ?? railTimelineMs[payment.rail]);

  return {
    timelineMs: (rail) => railTimelineMs[rail],
    firstLookAt: deliveryAt,
    look: async (payment, now): Promise<RailReport> => {
      const behaviour = behaviourOf(payment);
      const dueAt = deliveryAt(payment);
      if (payment.refundedAt !== null) {
        return { kind: 'DELIVERED', transactionHash: transactionHash(payment), lookAgainAt: null };
      }
      if (payment.deliveredAt !== null) {
        return behaviour.isReturned === true ? { kind: 'RETURNED' } : { kind: 'FINAL' };
      }
      if (now < dueAt) return { kind: 'IN_TRANSIT', lookAgainAt: dueAt };
      if (behaviour.failure !== undefined) return { kind: 'FAILED', reason: behaviour.failure };
      if (behaviour.isCancelled === true) return { kind: 'CANCELLED' };
      const lookAgainAt = behaviour.isReturned === true ? plusMs(now, returnDelayMs) : null;
      return { kind: 'DELIVERED', transactionHash: transactionHash(payment), lookAgainAt };
    },
    cancel: async (payment, now) => now < plusMs(deliveryAt(payment), -handedOnMs),
    firstRefundLookAt: (_payment, now) => plusMs(now, refundDelayMs),
    lookAtRefund: async (payment, now): Promise<RefundReport> => {
      const behaviour = behaviourOf(payment);
      if (behaviour.refundFails === true) return { kind: 'FAILED' };
      return { kind: 'SETTLED', lookAgainAt: behaviour.isCancelled === true ? plusMs(now, lateDeliveryDelayMs) : null };
    },
  };
}
