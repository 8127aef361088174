import type { CardDeclineReason, CardMerchant } from '@payments-platform/types';
import type { CardTransactionRow } from './tables.ts';

interface IssuerMessage {
  /** The issuer's own id of the message. A repeated message changes nothing. */
  readonly id: string;
  readonly cardId: string;
}

/** The network requests or reports a new transaction. */
export interface BeginningMessage extends IssuerMessage {
  readonly kind:
    | 'AUTHORIZATION'
    | 'FINANCIAL_AUTHORIZATION'
    | 'BALANCE_INQUIRY'
    | 'CREDIT_AUTHORIZATION'
    | 'CREDIT_AUTHORIZATION_ADVICE'
    | 'FINANCIAL_CREDIT_AUTHORIZATION';
  readonly issuerTransactionToken: string;
  readonly amountMinor: bigint;
  /** The currency of the card if omitted. */
  readonly currency?: string;
  readonly merchant: CardMerchant;
  /** The reason if the issuer itself declines. */
  readonly declinedFor?: CardDeclineReason | undefined;
}

/** The network reports what happens to an authorization. */
export interface FollowingMessage extends IssuerMessage {
  readonly kind: 'CLEARING' | 'AUTHORIZATION_ADVICE' | 'AUTHORIZATION_REVERSAL';
  readonly cardTransactionId: string;
  readonly amountMinor: bigint;
}

/** A merchant refunds part or all of a purchase. */
export interface ReturnMessage extends IssuerMessage {
  readonly kind: 'RETURN';
  readonly cardTransactionId: string;
  readonly issuerTransactionToken: string;
  readonly amountMinor: bigint;
}

/** A merchant reverses a refund. The message names only the refund. */
export interface ReturnReversalMessage {
  readonly id: string;
  readonly kind: 'RETURN_REVERSAL';
  readonly cardTransactionId: string;
}

/** A message of an issuer about a card: from the sandbox's simulations, or from the adapter of a real issuer. */
export type CardMessage = BeginningMessage | FollowingMessage | ReturnMessage | ReturnReversalMessage;

/** Why a message is refused. It changes nothing. */
export type CardMessageProblem =
  | 'UNKNOWN_CARD'
  | 'UNKNOWN_TRANSACTION'
  | 'OTHER_CURRENCY'
  /** Neither authorized nor partially settled. */
  | 'NOT_OPEN'
  /** The new total is below the settled amount. */
  | 'BELOW_SETTLED'
  /** Not a purchase, or nothing of it has been settled. */
  | 'NOT_SETTLED'
  /** More than was settled and not yet refunded. */
  | 'ABOVE_SETTLED'
  /** Not a refund of a purchase, or a refund that was already reversed. */
  | 'NOT_A_REFUND'
  /** Too large to represent in the currency of the account. */
  | 'TOO_LARGE';

export type CardMessageOutcome = CardTransactionRow | CardMessageProblem;
