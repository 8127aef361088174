import type { Instant } from '../../ground/clock/instant.ts';
import type { UmaAddress } from './uma-address.ts';
import type { Channel, UmaContext } from './uma-context.ts';

interface InvoiceTerms {
  readonly amountMillisatoshis: bigint;
  readonly description: string;
  /** Real time, like `expiresAt`. */
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** The state of an invoice that this side created. */
export type InvoiceState =
  /** It is not paid yet. */
  | 'OPEN'
  /** The node holds the payment: settling takes the money, cancelling returns it. */
  | 'HELD'
  | 'SETTLED'
  | 'CANCELLED';

/** The state of an outgoing payment. */
export type LightningReport =
  | { readonly kind: 'IN_FLIGHT' }
  | { readonly kind: 'SETTLED'; readonly channels: readonly Channel[] }
  /** The receiver's side cancelled it, or no route was found. No money was taken. */
  | { readonly kind: 'FAILED' }
  /** The UMA rail reports the result. */
  | { readonly kind: 'LEFT_TO_RAIL' };

interface LightningPayment {
  readonly invoice: string;
  readonly receiver: UmaAddress;
}

/**
 * The port to a Lightning node, which holds an incoming payment until it is settled or cancelled. Never called inside a
 * database unit. Every call may be repeated: an invoice is paid once, settled once, cancelled once.
 */
export interface LightningNode {
  /** Returns a BOLT 11 invoice that can be paid until it expires and no longer, since its price is not valid longer. */
  createInvoice(terms: InvoiceTerms, context: UmaContext): Promise<string>;
  pollInvoice(invoice: string, context: UmaContext): Promise<InvoiceState>;
  /**
   * Takes held money and returns the channels that it used. Takes nothing if the payment was cancelled; `pollInvoice`
   * then reports that.
   */
  settle(invoice: string, context: UmaContext): Promise<readonly Channel[]>;
  cancel(invoice: string, context: UmaContext): Promise<void>;
  /**
   * The first call pays; later calls report the state. The node bounds the time for which a route can lock the payment:
   * whoever holds it longer waits for the price of bitcoin, and a failed payment is refunded at the old one.
   */
  pay(payment: LightningPayment, context: UmaContext): Promise<LightningReport>;
}
