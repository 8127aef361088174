import type { CardBrand, CardForm } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

/** A card as its issuer is asked for it. */
export interface CardOrder {
  /** The issuer knows the card by it: an order that comes twice makes one card. */
  readonly cardId: string;
  readonly cardholderId: string;
  /** The platform's own id, where it gave the card one. */
  readonly platformCardId: string | undefined;
  readonly form: CardForm;
  readonly currency: CurrencyCode;
  readonly orderedAt: Instant;
  /** What the cardholder types in 3-D Secure; absent once the issuer has it, and where it makes one itself. */
  readonly threeDSecurePassword: string | undefined;
}

/** What shops and the cardholder may know of a card that is made. Its number stays with the issuer. */
export interface IssuedCard {
  readonly brand: CardBrand;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly processorRef: string;
  readonly issuerRef: string;
}

/** What an issuer says of an order. `lookAgainAt` is `null` where it is of no use to ask again. */
export type IssuingReport =
  | { readonly kind: 'CHECKING_CARDHOLDER'; readonly lookAgainAt: Instant | null }
  | { readonly kind: 'MAKING'; readonly lookAgainAt: Instant | null }
  | { readonly kind: 'ISSUED'; readonly card: IssuedCard }
  | { readonly kind: 'REJECTED' };

/** How many cards there may be that are not closed; `Infinity` where the issuer sets no limit. */
export interface CardLimits {
  readonly perPlatform: number;
  readonly perCardholder: number;
}

/** A page that shows the number of a card. */
export interface RevealRequest {
  readonly cardId: string;
  /** Unguessable, and another one for each page; the issuer makes one page for a key that comes twice. */
  readonly key: string;
  readonly expiresAt: Instant;
}

/**
 * Who makes cards and has their numbers. It is asked while no unit is open; what is no promise it has published, so
 * that it can be read inside of one.
 */
export interface CardIssuer {
  readonly limits: CardLimits;
  /** Whether it checks cardholders itself before it makes their cards. */
  readonly checksCardholders: boolean;
  /** Whether cards of this currency have a 3-D Secure password that the platform may choose. */
  takesPassword(currency: CurrencyCode): boolean;
  /** Whether it lets this account pay for a card. */
  acceptsSource(accountId: string): boolean;
  /** Orders the card, or says what has become of an order that it has. */
  issue(order: CardOrder, now: Instant): Promise<IssuingReport>;
  /** Makes its own card what ours is. Saying it twice is harmless. */
  applyState(cardId: string, state: 'ACTIVE' | 'FROZEN' | 'CLOSED'): Promise<void>;
  /** Answers the address of a page on its own host. */
  reveal(request: RevealRequest): Promise<string>;
}
