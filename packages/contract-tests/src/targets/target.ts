import type { PaymentsClient } from '@payments-platform/client';
import type { WebhookInbox } from '../webhooks/webhook-inbox.ts';

/** The pair a platform authenticates with. */
export interface Credentials {
  readonly tokenId: string;
  readonly tokenSecret: string;
}

/** The documented answer that a scenario is about. A mock has to be asked for it; a server comes to it by itself. */
export interface Expected {
  readonly status: number;
  readonly example?: string;
}

export interface Connection {
  readonly credentials?: Credentials;
  readonly expected?: Expected;
}

/** A request as it is, for what no typed client sends. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One platform of a target, with credentials that may do everything. */
export interface Platform {
  readonly client: PaymentsClient;
  connect(connection: Connection): PaymentsClient;
  send(request: RawRequest): Promise<Response>;
  close(): Promise<void>;
}

/** A platform whose money moves: time can pass, and its events arrive somewhere. */
export interface StatefulPlatform extends Platform {
  readonly webhooks: WebhookInbox;
  /** The present moment of the target, in milliseconds. */
  now(): number;
  /** Lets time pass and everything happen that becomes due on the way, webhooks included. */
  advance(durationMs: number): Promise<void>;
}

/** For scenarios that both kinds of target show, where one needs something done first. */
export function hasState(platform: Platform): platform is StatefulPlatform {
  return 'advance' in platform;
}

export interface PlatformOptions {
  /** A regulated platform relies on agreements of its own and records no consent. */
  readonly isRegulated?: boolean;
  /** Whether the sandbox verifies customers without asking for documents; it does unless a scenario says otherwise. */
  readonly skipsVerificationPaperwork?: boolean;
  /** Whether the webhook endpoint is configured; it is unless a scenario says otherwise. */
  readonly hasWebhookEndpoint?: boolean;
}

export interface StatelessTarget {
  readonly name: string;
  readonly isStateful: false;
  newPlatform(options?: PlatformOptions): Promise<Platform>;
}

export interface StatefulTarget {
  readonly name: string;
  readonly isStateful: true;
  /** Whether another target shows the same server on another database: what is decided above it is shown there. */
  readonly isSecondEngine?: boolean;
  newPlatform(options?: PlatformOptions): Promise<StatefulPlatform>;
}

/** What a suite runs against. */
export type Target = StatelessTarget | StatefulTarget;
