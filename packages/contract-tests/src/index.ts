export { everyCase } from './cases/every-case.ts';
export { needsState, type Skip, scenarioOn, skippedOn } from './cases/scenario.ts';
export type {
  Connection,
  Credentials,
  Expected,
  Platform,
  PlatformOptions,
  RawRequest,
  StatefulPlatform,
  StatefulTarget,
  StatelessTarget,
  Target,
} from './targets/target.ts';
export { type Delivery, type InboxHost, startInboxHost, type WebhookInbox } from './webhooks/webhook-inbox.ts';
