import type { CardBrand, CardForm } from '@payments-platform/types';
import type { Instant } from '../../ground/clock/instant.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';

/** An order for a card. */
export interface CardOrder {
  /** The issuer identifies the card by it: a repeated order creates only one card. */
  readonly cardId: string;
  readonly cardholderId: string;
  /** The platform's own id of the card, if it has one. */
  readonly platformCardId: string | undefined;
  readonly form: CardForm;
  readonly currency: CurrencyCode;
  readonly orderedAt: Instant;
  /** The password for 3-D Secure. Absent once the issuer has it, and if the issuer creates one itself. */
  readonly threeDSecurePassword: string | undefined;
}

/** The data of a created card that merchants and the cardholder may see. The card number stays with the issuer. */
export interface IssuedCard {
  readonly brand: CardBrand;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly processorRef: string;
  readonly issuerRef: string;
}

/** The state of an order at the issuer. `nextPollAt` is `null` if polling again is useless. */
export type IssuingReport =
  | { readonly kind: 'CHECKING_CARDHOLDER'; readonly nextPollAt: Instant | null }
  | { readonly kind: 'MAKING'; readonly nextPollAt: Instant | null }
  | { readonly kind: 'ISSUED'; readonly card: IssuedCard }
  | { readonly kind: 'REJECTED' };

/** The most cards that are not closed; `Infinity` if the issuer sets no limit. */
interface CardLimits {
  readonly perPlatform: number;
  readonly perCardholder: number;
}

/** A request for a page that shows the card number. */
interface RevealRequest {
  readonly cardId: string;
  /** Random, and different for each page. The issuer creates only one page for a repeated key. */
  readonly key: string;
  readonly expiresAt: Instant;
}

/**
 * The port to the issuer, which creates cards and holds their numbers. Methods that return a promise are called only
 * while no unit is open. The others return published facts and may be called inside a unit.
 */
export interface CardIssuer {
  readonly limits: CardLimits;
  /** Whether it checks cardholders itself before it creates their cards. */
  readonly checksCardholders: boolean;
  /** Whether the platform may choose the 3-D Secure password of cards in this currency. */
  takesPassword(currency: CurrencyCode): boolean;
  /** Whether this account may pay for a card. */
  acceptsSource(accountId: string): boolean;
  /** Orders the card, or reports the state of an existing order. */
  issue(order: CardOrder, now: Instant): Promise<IssuingReport>;
  /** Sets the state of the issuer's card. Repeating it has no effect. */
  applyState(cardId: string, state: 'ACTIVE' | 'FROZEN' | 'CLOSED'): Promise<void>;
  /** Returns the URL of a page on the issuer's own host. */
  reveal(request: RevealRequest): Promise<string>;
}
