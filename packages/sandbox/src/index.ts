export type { Access } from './access.ts';
export type { Duration } from './duration.ts';
export type {
  FixtureName,
  FixtureOf,
  ForkOptions,
  Sandbox,
  StopFailure,
  TriggerOptions,
  World,
  WorldOptions,
} from './sandbox.ts';
export type { ClockActivity, SandboxClock } from './sandbox-clock.ts';
export type { Seed, Seeded, SeedRequest } from './seed.ts';
export { type SandboxOptions, startSandbox } from './start-sandbox.ts';
export type { EventOf, SandboxWebhooks, WantedEvent } from './webhook-inbox.ts';
export type { EndpointFailure } from './webhook-receiver.ts';
