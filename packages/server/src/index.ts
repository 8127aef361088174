export { type App, type AppOptions, createApp } from './app.ts';
export { createUntrustedFetch } from './engines/outbox/untrusted-fetch.ts';
export type { LightningNode } from './engines/uma/lightning-node.ts';
export { createProviderNetwork } from './engines/uma/provider-network.ts';
export type { Deps, Settings } from './operation/deps.ts';
export type { PlantedFaults } from './sandbox/adapters/planted-faults.ts';
export { type SandboxServer, type SandboxServerOptions, startSandboxServer } from './start/sandbox-server.ts';
