import type { Instant } from '../../ground/clock/instant.ts';
import type { UmaAddress } from './uma-address.ts';
import type { Channel, UmaContext } from './uma-context.ts';

export interface InvoiceTerms {
  readonly amountMillisatoshis: bigint;
  readonly description: string;
  /** Real time. */
  readonly createdAt: Instant;
}

/** What has become of one of our own invoices. */
export type InvoiceState =
  /** Nobody has paid it yet. */
  | 'OPEN'
  /** Its money is here and not ours yet: it is taken by settling, and goes back by cancelling. */
  | 'HELD'
  | 'SETTLED'
  | 'CANCELLED';

/** How far a payment is that goes out. */
export type LightningReport =
  | { readonly kind: 'IN_FLIGHT' }
  | { readonly kind: 'SETTLED'; readonly channels: readonly Channel[] }
  /** The receiver's side has let it go, or nobody could be reached; nothing was taken. */
  | { readonly kind: 'FAILED' }
  /** The rail of UMA says how it ends. */
  | { readonly kind: 'LEFT_TO_RAIL' };

export interface LightningPayment {
  readonly invoice: string;
  readonly receiver: UmaAddress;
}

/**
 * The port to a Lightning node, which holds what comes in until it is told to take it. Nothing is called inside a
 * database unit, and everything may be asked twice: an invoice is paid once, settled once, cancelled once.
 */
export interface LightningNode {
  /** In the form of BOLT 11, open for longer than a quote lasts. */
  createInvoice(terms: InvoiceTerms, context: UmaContext): Promise<string>;
  lookAtInvoice(invoice: string, context: UmaContext): Promise<InvoiceState>;
  /** Takes the money that is held, and nothing where it was let go, as a look tells then; answers over which channels it came. */
  settle(invoice: string, context: UmaContext): Promise<readonly Channel[]>;
  cancel(invoice: string, context: UmaContext): Promise<void>;
  /** Pays at the first look, and says afterwards how far it is. */
  pay(payment: LightningPayment, context: UmaContext): Promise<LightningReport>;
}
