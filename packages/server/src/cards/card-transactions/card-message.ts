import type { CardDeclineReason, CardMerchant } from '@payments-platform/types';
import type { CardTransactionRow } from './tables.ts';

interface Told {
  /** The issuer's own id of the message: one that comes again changes nothing. */
  readonly id: string;
  readonly cardId: string;
}

/** The network asks, or tells, about something new. */
export interface BeginningMessage extends Told {
  readonly kind:
    | 'AUTHORIZATION'
    | 'FINANCIAL_AUTHORIZATION'
    | 'BALANCE_INQUIRY'
    | 'CREDIT_AUTHORIZATION'
    | 'CREDIT_AUTHORIZATION_ADVICE'
    | 'FINANCIAL_CREDIT_AUTHORIZATION';
  readonly issuerTransactionToken: string;
  readonly amountMinor: bigint;
  /** That of the card, where it is left out. */
  readonly currency?: string;
  readonly merchant: CardMerchant;
  /** Why the issuer declines it in any case. */
  readonly declinedFor?: CardDeclineReason | undefined;
}

/** The network tells what becomes of an authorization. */
export interface FollowingMessage extends Told {
  readonly kind: 'CLEARING' | 'AUTHORIZATION_ADVICE' | 'AUTHORIZATION_REVERSAL';
  readonly cardTransactionId: string;
  readonly amountMinor: bigint;
}

/** A merchant gives back some of a purchase. */
export interface ReturnMessage extends Told {
  readonly kind: 'RETURN';
  readonly cardTransactionId: string;
  readonly issuerTransactionToken: string;
  readonly amountMinor: bigint;
}

/** A merchant takes a refund back, which is named alone. */
export interface ReturnReversalMessage {
  readonly id: string;
  readonly kind: 'RETURN_REVERSAL';
  readonly cardTransactionId: string;
}

/** What an issuer tells of a card: the sandbox by its simulations, a real one through its adapter. */
export type CardMessage = BeginningMessage | FollowingMessage | ReturnMessage | ReturnReversalMessage;

/** Why a message cannot be true. It changes nothing. */
export type CardMessageProblem =
  | 'UNKNOWN_CARD'
  | 'UNKNOWN_TRANSACTION'
  | 'OTHER_CURRENCY'
  /** Neither authorized nor settled in part. */
  | 'NOT_OPEN'
  /** The new total is below what has been settled. */
  | 'BELOW_SETTLED'
  /** Nothing that was bought has been settled. */
  | 'NOT_SETTLED'
  /** More than has been settled and not given back. */
  | 'ABOVE_SETTLED'
  /** Not a refund of a purchase, or one that was taken back before. */
  | 'NOT_A_REFUND'
  /** More than can be written in the currency of the account. */
  | 'TOO_LARGE';

export type CardMessageOutcome = CardTransactionRow | CardMessageProblem;
