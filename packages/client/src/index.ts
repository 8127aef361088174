export type {
  components,
  ErrorCode,
  ErrorCodeOf,
  ErrorStatusOf,
  EventType,
  operations,
  paths,
  Received,
  ReceivedEvent,
  Unlisted,
  UnlistedEvent,
  WebhookEvent,
} from '@payments-platform/types';
export { ApiError } from './api-error.ts';
export type { ConnectionOptions } from './connection.ts';
export { type AgentClientOptions, createAgentClient, redeemDeviceCode } from './create-agent-client.ts';
export { type ClientOptions, createClient } from './create-client.ts';
export { type CsvPath, getCsv } from './get-csv.ts';
export { newIdempotencyKey } from './idempotency.ts';
export { NoAnswerError } from './no-answer-error.ts';
export { orThrow, type Result } from './or-throw.ts';
export { listAll, type Page, type PageQuery } from './pagination.ts';
export type { AgentClient, PaymentsClient } from './payments-client.ts';
export type { PublicKey } from './public-key.ts';
export { NotDoneError, type ReadUntilOptions, readUntil } from './read-until.ts';
export { type EventResource, resourceOf } from './resource-of.ts';
export { defaultRetryPolicy, type RetryPolicy, type Send } from './retry.ts';
export { type ActivityMessage, type MessageOf, type StreamOptions, streamActivity } from './stream-activity.ts';
export { type VerifyWebhookOptions, verifyWebhook } from './verify-webhook.ts';
export { type WebhookDecision, type WebhookListenerOptions, webhookListener } from './webhook-listener.ts';
export { type WebhookFault, WebhookVerificationError } from './webhook-verification-error.ts';
