import type { PaymentsClient } from '@payments-platform/client';
import type { PlantedFaults } from '@payments-platform/server';
import type { SandboxClock } from './sandbox-clock.ts';
import type { SandboxWebhooks } from './webhook-inbox.ts';
import type { EndpointFailure } from './webhook-receiver.ts';

/** Takes a failure back. */
export type Mend = () => void;

/** A platform of the sandbox with what a test does to it. */
export interface World extends AsyncDisposable {
  /** Address of the interface with its version date, for `createClient` and for the program under test. */
  readonly baseUrl: string;
  readonly tokenId: string;
  readonly tokenSecret: string;
  /** PEM text that verifies its webhooks. */
  readonly webhookPublicKey: string;
  /** The published client with these credentials. */
  readonly client: PaymentsClient;
  readonly clock: SandboxClock;
  readonly webhooks: SandboxWebhooks;
  /** The endpoint answers 500, or what is said here, until the returned function is called. */
  fail(part: 'endpoint', how?: EndpointFailure): Mend;
  stop(): Promise<void>;
}

/** A server with a platform of its own. */
export interface Sandbox extends World {
  fail(part: 'endpoint', how?: EndpointFailure): Mend;
  /**
   * Banks and chains turn away every payment that reaches them, with `QUOTE_EXECUTION_FAILED` or the reason given, in
   * every world of this server.
   */
  fail(part: 'rail', reason?: NonNullable<PlantedFaults['rail']>): Mend;
  /** No other currency has a rate, in every world of this server: `QUOTE_RATE_UNAVAILABLE`. */
  fail(part: 'rates'): Mend;
}
