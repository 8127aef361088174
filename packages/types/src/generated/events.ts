// Generated from spec/ by `pnpm gen`. Edit the files there, never this one.

import type { webhooks } from './openapi.ts';

/** Every event type that a webhook endpoint can receive. */
export const eventTypes = [
  'AGENT_ACTION.PENDING_APPROVAL',
  'BULK_UPLOAD.COMPLETED',
  'BULK_UPLOAD.FAILED',
  'CARD.FUNDING_SOURCE_CHANGE',
  'CARD.STATE_CHANGE',
  'CARD_TRANSACTION.AUTHORIZED',
  'CARD_TRANSACTION.DECLINED',
  'CARD_TRANSACTION.EXCEPTION',
  'CARD_TRANSACTION.PARTIALLY_SETTLED',
  'CARD_TRANSACTION.SETTLED',
  'CUSTOMER.KYB_APPROVED',
  'CUSTOMER.KYB_PENDING',
  'CUSTOMER.KYB_REJECTED',
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
  'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED',
  'INTERNAL_ACCOUNT.STATUS_UPDATED',
  'INVITATION.CLAIMED',
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
  'VERIFICATION.APPROVED',
  'VERIFICATION.IN_PROGRESS',
  'VERIFICATION.PENDING_MANUAL_REVIEW',
  'VERIFICATION.READY_FOR_VERIFICATION',
  'VERIFICATION.REJECTED',
  'VERIFICATION.RESOLVE_ERRORS',
] as const;

type BodyOf<Webhook> = Webhook extends {
  readonly post: { readonly requestBody?: { readonly content: { readonly 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The body of a webhook request, by event type. */
export interface WebhookEventByType {
  readonly 'AGENT_ACTION.PENDING_APPROVAL': BodyOf<webhooks['agentActionPendingApproval']>;
  readonly 'BULK_UPLOAD.COMPLETED': BodyOf<webhooks['bulkUploadCompleted']>;
  readonly 'BULK_UPLOAD.FAILED': BodyOf<webhooks['bulkUploadFailed']>;
  readonly 'CARD.FUNDING_SOURCE_CHANGE': BodyOf<webhooks['cardFundingSourceChange']>;
  readonly 'CARD.STATE_CHANGE': BodyOf<webhooks['cardStateChange']>;
  readonly 'CARD_TRANSACTION.AUTHORIZED': BodyOf<webhooks['cardTransactionAuthorized']>;
  readonly 'CARD_TRANSACTION.DECLINED': BodyOf<webhooks['cardTransactionDeclined']>;
  readonly 'CARD_TRANSACTION.EXCEPTION': BodyOf<webhooks['cardTransactionException']>;
  readonly 'CARD_TRANSACTION.PARTIALLY_SETTLED': BodyOf<webhooks['cardTransactionPartiallySettled']>;
  readonly 'CARD_TRANSACTION.SETTLED': BodyOf<webhooks['cardTransactionSettled']>;
  readonly 'CUSTOMER.KYB_APPROVED': BodyOf<webhooks['customerKybApproved']>;
  readonly 'CUSTOMER.KYB_PENDING': BodyOf<webhooks['customerKybPending']>;
  readonly 'CUSTOMER.KYB_REJECTED': BodyOf<webhooks['customerKybRejected']>;
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
  readonly 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED': BodyOf<webhooks['internalAccountFundingInstructionsUpdated']>;
  readonly 'INTERNAL_ACCOUNT.STATUS_UPDATED': BodyOf<webhooks['internalAccountStatusUpdated']>;
  readonly 'INVITATION.CLAIMED': BodyOf<webhooks['invitationClaimed']>;
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
  readonly 'VERIFICATION.APPROVED': BodyOf<webhooks['verificationApproved']>;
  readonly 'VERIFICATION.IN_PROGRESS': BodyOf<webhooks['verificationInProgress']>;
  readonly 'VERIFICATION.PENDING_MANUAL_REVIEW': BodyOf<webhooks['verificationPendingManualReview']>;
  readonly 'VERIFICATION.READY_FOR_VERIFICATION': BodyOf<webhooks['verificationReadyForVerification']>;
  readonly 'VERIFICATION.REJECTED': BodyOf<webhooks['verificationRejected']>;
  readonly 'VERIFICATION.RESOLVE_ERRORS': BodyOf<webhooks['verificationResolveErrors']>;
}

/** The type of an event, the value of its `type` member. */
export type EventType = (typeof eventTypes)[number];

/** The body of a webhook request: any event, or the one of a given type. */
export type WebhookEvent<Type extends EventType = EventType> = WebhookEventByType[Type];
