import type { Instant } from '../../ground/clock/instant.ts';

/** Money that is being collected from the account that pays for a card. */
export interface CardPull {
  readonly pullId: string;
  readonly accountId: string;
  /** The merchant, as named by the card network. */
  readonly merchantDescriptor: string;
  readonly requestedAt: Instant;
}

export type CardPullReport =
  | { readonly kind: 'PENDING'; readonly nextPollAt: Instant }
  | { readonly kind: 'CONFIRMED' }
  | { readonly kind: 'FAILED' };

/**
 * The port to the account behind a funding source. It is polled, like the port for payouts, and never inside a unit.
 */
export interface CardPulls {
  /** When to poll a pull for the first time if it starts now; `null` if debiting the balance completes it. */
  firstPollAt(pull: CardPull): Instant | null;
  poll(pull: CardPull, now: Instant): Promise<CardPullReport>;
}
