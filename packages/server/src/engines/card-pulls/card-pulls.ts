import type { Instant } from '../../ground/clock/instant.ts';

/** Money that is being taken from the account that pays for a card. */
export interface CardPull {
  readonly pullId: string;
  readonly accountId: string;
  /** Whom the purchase is from, as the card network tells it. */
  readonly merchantDescriptor: string;
  readonly requestedAt: Instant;
}

export type CardPullReport =
  | { readonly kind: 'PENDING'; readonly lookAgainAt: Instant }
  | { readonly kind: 'CONFIRMED' }
  | { readonly kind: 'FAILED' };

/** The port to where the money behind a funding source lies. It is polled, like the one for payouts, and never inside a unit. */
export interface CardPulls {
  /** When to ask for the first time about a pull that begins now; `null` where taking it from the balance is all of it. */
  firstLookAt(pull: CardPull): Instant | null;
  look(pull: CardPull, now: Instant): Promise<CardPullReport>;
}
