import type { Clock } from './clock/clock.ts';
import type { Timekeeper } from './clock/timekeeper.ts';
import type { Database } from './database/database.ts';
import type { FileStore } from './files/file-store.ts';
import type { Funding } from './funding/funding.ts';
import type { Ids, Random } from './ids/ids.ts';
import type { Messages } from './messages/messages.ts';
import type { Collections } from './rails/collections.ts';
import type { Rails } from './rails/rails.ts';
import type { RateSource } from './rates/rate-source.ts';
import type { UmaNetwork } from './uma/uma-network.ts';
import type { Sealer } from './webhooks/sealer.ts';
import type { SendWebhook } from './webhooks/send.ts';

/** Everything the server takes from outside, and the only seams a test replaces. */
export interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly timekeeper: Timekeeper;
  readonly ids: Ids;
  readonly random: Random;
  readonly rates: RateSource;
  readonly rails: Rails;
  readonly funding: Funding;
  readonly collections: Collections;
  readonly uma: UmaNetwork;
  readonly send: SendWebhook;
  readonly messages: Messages;
  /** Sealed before it reaches a disk or an object store. */
  readonly files: FileStore;
  readonly sealer: Sealer;
  /** Where browsers reach this server, e.g. `https://pay.example.com`. Known once the server listens. */
  readonly publicUrl: () => string;
  readonly settings: Settings;
}

export interface Settings {
  /** Whether only this machine reaches the server. Webhooks may then go to loopback while no platform is in production. */
  readonly allowsLoopbackWebhooks: boolean;
  /** Whether tokens may move the clock, which all platforms of the sandbox share. */
  readonly movesClock: boolean;
  /** Checks every response against the specification: tests and development. */
  readonly checksResponses: boolean;
  /** What becomes of fields and filters that an operation does not know: ignored, told in a header, or refused. */
  readonly unknownFields: 'IGNORE' | 'TELL' | 'REFUSE';
  /** Refuses identifiers with wrong check digits in the sandbox too. */
  readonly strictIdentifiers: boolean;
}
