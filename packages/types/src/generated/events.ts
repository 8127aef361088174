// Generated from spec/ by `pnpm gen`. Edit the files there, never this one.

import type { webhooks } from './openapi.ts';

/** Every event type that a webhook endpoint can receive. */
export const eventTypes = [
  'CUSTOMER.KYC_APPROVED',
  'CUSTOMER.KYC_PENDING',
  'CUSTOMER.KYC_REJECTED',
  'EXTERNAL_ACCOUNT.STATUS_UPDATED',
  'INCOMING_PAYMENT.COMPLETED',
  'INCOMING_PAYMENT.FAILED',
  'INCOMING_PAYMENT.PENDING',
  'INCOMING_PAYMENT.PROCESSING',
  'INCOMING_PAYMENT.REFUND_COMPLETED',
  'INCOMING_PAYMENT.REFUND_FAILED',
  'INCOMING_PAYMENT.REFUND_PENDING',
  'INTERNAL_ACCOUNT.BALANCE_UPDATED',
  'INTERNAL_ACCOUNT.STATUS_UPDATED',
  'OUTGOING_PAYMENT.COMPLETED',
  'OUTGOING_PAYMENT.EXPIRED',
  'OUTGOING_PAYMENT.FAILED',
  'OUTGOING_PAYMENT.PENDING',
  'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
  'OUTGOING_PAYMENT.PROCESSING',
  'OUTGOING_PAYMENT.REFUND_COMPLETED',
  'OUTGOING_PAYMENT.REFUND_FAILED',
  'OUTGOING_PAYMENT.REFUND_PENDING',
  'TEST',
] as const;

type BodyOf<Webhook> = Webhook extends {
  readonly post: { readonly requestBody?: { readonly content: { readonly 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The body of a webhook request, by event type. */
export interface WebhookEventByType {
  readonly 'CUSTOMER.KYC_APPROVED': BodyOf<webhooks['customerKycApproved']>;
  readonly 'CUSTOMER.KYC_PENDING': BodyOf<webhooks['customerKycPending']>;
  readonly 'CUSTOMER.KYC_REJECTED': BodyOf<webhooks['customerKycRejected']>;
  readonly 'EXTERNAL_ACCOUNT.STATUS_UPDATED': BodyOf<webhooks['externalAccountStatusUpdated']>;
  readonly 'INCOMING_PAYMENT.COMPLETED': BodyOf<webhooks['incomingPaymentCompleted']>;
  readonly 'INCOMING_PAYMENT.FAILED': BodyOf<webhooks['incomingPaymentFailed']>;
  readonly 'INCOMING_PAYMENT.PENDING': BodyOf<webhooks['incomingPaymentPending']>;
  readonly 'INCOMING_PAYMENT.PROCESSING': BodyOf<webhooks['incomingPaymentProcessing']>;
  readonly 'INCOMING_PAYMENT.REFUND_COMPLETED': BodyOf<webhooks['incomingPaymentRefundCompleted']>;
  readonly 'INCOMING_PAYMENT.REFUND_FAILED': BodyOf<webhooks['incomingPaymentRefundFailed']>;
  readonly 'INCOMING_PAYMENT.REFUND_PENDING': BodyOf<webhooks['incomingPaymentRefundPending']>;
  readonly 'INTERNAL_ACCOUNT.BALANCE_UPDATED': BodyOf<webhooks['internalAccountBalanceUpdated']>;
  readonly 'INTERNAL_ACCOUNT.STATUS_UPDATED': BodyOf<webhooks['internalAccountStatusUpdated']>;
  readonly 'OUTGOING_PAYMENT.COMPLETED': BodyOf<webhooks['outgoingPaymentCompleted']>;
  readonly 'OUTGOING_PAYMENT.EXPIRED': BodyOf<webhooks['outgoingPaymentExpired']>;
  readonly 'OUTGOING_PAYMENT.FAILED': BodyOf<webhooks['outgoingPaymentFailed']>;
  readonly 'OUTGOING_PAYMENT.PENDING': BodyOf<webhooks['outgoingPaymentPending']>;
  readonly 'OUTGOING_PAYMENT.PENDING_AUTHORIZATION': BodyOf<webhooks['outgoingPaymentPendingAuthorization']>;
  readonly 'OUTGOING_PAYMENT.PROCESSING': BodyOf<webhooks['outgoingPaymentProcessing']>;
  readonly 'OUTGOING_PAYMENT.REFUND_COMPLETED': BodyOf<webhooks['outgoingPaymentRefundCompleted']>;
  readonly 'OUTGOING_PAYMENT.REFUND_FAILED': BodyOf<webhooks['outgoingPaymentRefundFailed']>;
  readonly 'OUTGOING_PAYMENT.REFUND_PENDING': BodyOf<webhooks['outgoingPaymentRefundPending']>;
  readonly 'TEST': BodyOf<webhooks['test']>;
}

/** The type of an event, the value of its `type` member. */
export type EventType = (typeof eventTypes)[number];

/** The body of a webhook request: any event, or the one of a given type. */
export type WebhookEvent<Type extends EventType = EventType> = WebhookEventByType[Type];
