import type { PaymentsClient } from '@payments-platform/client';
import type { WebhookInbox } from '../webhooks/webhook-inbox.ts';

/** The credentials of a platform. */
export interface Credentials {
  readonly tokenId: string;
  readonly tokenSecret: string;
}

/** The documented response of the scenario. A mock must be asked for it; a server returns it by itself. */
export interface Expected {
  readonly status: number;
  readonly example?: string;
}

export interface Connection {
  readonly credentials?: Credentials;
  readonly expected?: Expected;
}

/** A raw request, for bytes that a typed client does not send. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** One platform of a target, with full permissions. */
export interface Platform {
  readonly client: PaymentsClient;
  connect(connection: Connection): PaymentsClient;
  send(request: RawRequest): Promise<Response>;
  close(): Promise<void>;
}

/** A platform with state: time can pass, and its events arrive at a receiver. */
export interface StatefulPlatform extends Platform {
  readonly webhooks: WebhookInbox;
  /** The current time of the target, in milliseconds. */
  now(): number;
  /** Advances time and does all work that becomes due, including webhooks. */
  advance(durationMs: number): Promise<void>;
}

/** For scenarios that both kinds of target run, with a preparation on one of them. */
export function hasState(platform: Platform): platform is StatefulPlatform {
  return 'advance' in platform;
}

export interface PlatformOptions {
  /** A regulated platform has its own agreements and records no consent. */
  readonly isRegulated?: boolean;
  /** Whether the sandbox verifies customers without documents; default: true. */
  readonly skipsVerificationPaperwork?: boolean;
  /** Whether the webhook endpoint is configured; default: true. */
  readonly hasWebhookEndpoint?: boolean;
  /** How every payment fails on its rail, and whether its refund fails too; by default none does. */
  readonly failing?: 'PAYMENTS' | 'REFUNDS';
}

export interface StatelessTarget {
  readonly name: string;
  readonly isStateful: false;
  newPlatform(options?: PlatformOptions): Promise<Platform>;
}

export interface StatefulTarget {
  readonly name: string;
  readonly isStateful: true;
  /** Whether another target runs the same server on another database, which covers behaviour above the database. */
  readonly isSecondEngine?: boolean;
  newPlatform(options?: PlatformOptions): Promise<StatefulPlatform>;
}

/** The target of a suite. */
export type Target = StatelessTarget | StatefulTarget;
