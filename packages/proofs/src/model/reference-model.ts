import type { QuoteLockSide } from '@payments-platform/types';
import { documentedPrice, type FeeTerms, noFee } from '../../../contract-tests/src/prices/documented-price.ts';

/** A source or destination of money in the model. */
export interface Place {
  readonly name: string;
  readonly currency: string;
  /** The last digits of an external account; empty for an internal account. */
  readonly suffix?: string;
}

/** The rate and the service's fee between two places; the model reads them once and expects them to stay. */
export interface Corridor {
  readonly rate: string;
  readonly service: FeeTerms;
}

interface Milestone {
  readonly afterMs: number;
  readonly event: string;
  readonly status?: string;
  readonly refund?: string;
  readonly pays?: 'PAYEE' | 'PAYER';
}

const completed: Milestone = { afterMs: 2_000, event: 'COMPLETED', status: 'COMPLETED' };
const failed: readonly Milestone[] = [
  { afterMs: 2_000, event: 'FAILED', status: 'FAILED' },
  { afterMs: 2_000, event: 'REFUND_PENDING', refund: 'PENDING' },
];
const refunded: Milestone = { afterMs: 4_000, event: 'REFUND_COMPLETED', refund: 'COMPLETED', pays: 'PAYER' };

/** The documented outcomes of the sandbox for the last digits of a payee, timed from execution. */
const outcomes: Readonly<Record<string, readonly Milestone[]>> = {
  '002': [...failed, refunded],
  '003': [{ ...completed, afterMs: 360_000 }],
  '004': [...failed, refunded],
  '005': [
    completed,
    { afterMs: 7_000, event: 'FAILED', status: 'FAILED' },
    { afterMs: 7_000, event: 'REFUND_PENDING', refund: 'PENDING' },
    { ...refunded, afterMs: 9_000 },
  ],
  '006': [
    { afterMs: 2_000, event: 'REFUND_PENDING', refund: 'PENDING' },
    refunded,
    { afterMs: 6_000, event: 'COMPLETED', status: 'COMPLETED' },
  ],
  '007': [...failed, { afterMs: 4_000, event: 'REFUND_FAILED', refund: 'FAILED' }],
};

const internalOutcome: readonly Milestone[] = [
  { afterMs: 1_000, event: 'COMPLETED', status: 'COMPLETED', pays: 'PAYEE' },
];
const quoteLifetimeMs = 5 * 60_000;

/** The documented outcomes for the last digits of an account that is debited; others take two days. */
const pulls: Readonly<Record<string, readonly Milestone[]>> = {
  '002': [{ afterMs: 0, event: 'FAILED', status: 'FAILED' }],
  '004': [{ afterMs: 0, event: 'FAILED', status: 'FAILED' }],
  '005': [{ afterMs: 30_000, event: 'FAILED', status: 'FAILED' }],
};

/** How the money of a payment arrives. */
type Funding = 'BALANCE' | 'DEPOSIT' | 'PULL';

interface ModelEvent {
  readonly event: string;
  /** The time of the event, in milliseconds. */
  readonly at: number;
}

export interface ModelPayment {
  readonly funding: Funding;
  readonly from: Place;
  readonly to: Place;
  readonly sendingMinor: bigint;
  readonly receivingMinor: bigint;
  readonly feesMinor: bigint;
  readonly expiresAt: number;
  readonly events: ModelEvent[];
  status: string;
  refund: string | undefined;
  executedAt: number | undefined;
  /** A different amount was paid in, so that only its refund is still pending. */
  isMismatched: boolean;
  /** How many milestones have passed. */
  passed: number;
}

export interface QuoteQuestion {
  readonly funding: Funding;
  readonly from: Place;
  readonly to: Place;
  readonly side: QuoteLockSide;
  readonly amount: number;
  readonly isImmediate: boolean;
}

function milestonesOf({ funding, from, to: { suffix }, isMismatched }: ModelPayment): readonly Milestone[] {
  if (funding === 'PULL') return pulls[from.suffix ?? ''] ?? [];
  if (isMismatched) {
    return suffix === '007'
      ? [{ afterMs: 2_000, event: 'REFUND_FAILED', refund: 'FAILED' }]
      : [{ afterMs: 2_000, event: 'REFUND_COMPLETED', refund: 'COMPLETED' }];
  }
  return suffix === undefined ? internalOutcome : (outcomes[suffix] ?? [completed]);
}

/** Balances and payments as the documentation describes them, without any code of the server. */
export class ReferenceModel {
  readonly balances = new Map<Place, bigint>();
  readonly payments: ModelPayment[] = [];
  #now: number;
  readonly #corridor: (from: Place, to: Place) => Corridor;

  constructor(now: number, corridor: (from: Place, to: Place) => Corridor) {
    this.#now = now;
    this.#corridor = corridor;
  }

  balance(place: Place): bigint {
    return this.balances.get(place) ?? 0n;
  }

  fund(place: Place, amountMinor: bigint): void {
    this.balances.set(place, this.balance(place) + amountMinor);
  }

  /** The refusal, or nothing if the quote is created. */
  quote({ funding, from, to, side, amount, isImmediate }: QuoteQuestion): string | undefined {
    if (from === to) return 'SELF_PAYMENT';
    const { rate, service } = this.#corridor(from, to);
    const decimals = { sendingDecimals: 2, receivingDecimals: 2 };
    const price = documentedPrice({ side, lockedMinor: BigInt(amount), rate, service, platform: noFee, ...decimals });
    if (isImmediate && funding === 'BALANCE' && this.balance(from) < price.sendingMinor) return 'INSUFFICIENT_FUNDS';
    const { sendingMinor, receivingMinor, feesMinor } = price;
    const expiresAt = this.#now + quoteLifetimeMs;
    const initial = { status: 'PENDING', refund: undefined, executedAt: undefined, isMismatched: false, passed: 0 };
    const payment: ModelPayment = {
      funding,
      from,
      to,
      sendingMinor,
      receivingMinor,
      feesMinor,
      expiresAt,
      events: [{ event: 'PENDING', at: this.#now }],
      ...initial,
    };
    this.payments.push(payment);
    if (isImmediate) this.#start(payment);
    return undefined;
  }

  /** The refusal, or nothing if the payment is processing. */
  execute(payment: ModelPayment): string | undefined {
    if (payment.executedAt !== undefined || payment.funding === 'DEPOSIT') return 'CONFLICT';
    if (payment.expiresAt <= this.#now) return 'QUOTE_EXPIRED';
    if (payment.funding === 'BALANCE' && this.balance(payment.from) < payment.sendingMinor) return 'INSUFFICIENT_FUNDS';
    this.#start(payment);
    return undefined;
  }

  /** The refusal, or nothing if the deposit is accepted; only the exact amount starts the payment. */
  payIn(payment: ModelPayment, amountMinor: bigint): string | undefined {
    if (payment.funding !== 'DEPOSIT' || payment.executedAt !== undefined) return 'INVALID_INPUT';
    if (payment.expiresAt <= this.#now) return 'QUOTE_EXPIRED';
    this.#start(payment);
    if (amountMinor === payment.sendingMinor) return undefined;
    payment.isMismatched = true;
    payment.status = 'FAILED';
    payment.refund = 'PENDING';
    for (const event of ['FAILED', 'REFUND_PENDING']) payment.events.push({ event, at: this.#now });
    return undefined;
  }

  wait(durationMs: number): void {
    this.#now += durationMs;
    for (const payment of this.payments) {
      if (payment.executedAt === undefined) this.#expire(payment);
      else this.#progress(payment, payment.executedAt);
    }
  }

  #start(payment: ModelPayment): void {
    payment.executedAt = this.#now;
    // A direct debit waits for the bank of its source; no event is emitted until the bank has responded.
    if (payment.funding === 'PULL') return;
    if (payment.funding === 'BALANCE') this.fund(payment.from, -payment.sendingMinor);
    payment.status = 'PROCESSING';
    payment.events.push({ event: 'PROCESSING', at: this.#now });
  }

  #expire(payment: ModelPayment): void {
    if (payment.status !== 'PENDING' || payment.expiresAt > this.#now) return;
    payment.status = payment.to.suffix === undefined ? 'FAILED' : 'EXPIRED';
    payment.events.push({ event: payment.status, at: payment.expiresAt });
  }

  #progress(payment: ModelPayment, executedAt: number): void {
    for (const { afterMs, event, status, refund, pays } of milestonesOf(payment).slice(payment.passed)) {
      const at = executedAt + afterMs;
      if (at > this.#now) return;
      payment.passed += 1;
      payment.events.push({ event, at });
      payment.status = status ?? payment.status;
      payment.refund = refund ?? payment.refund;
      if (pays === 'PAYER' && payment.funding === 'BALANCE') this.fund(payment.from, payment.sendingMinor);
      if (pays === 'PAYEE') this.fund(payment.to, payment.receivingMinor);
    }
  }
}
