export { type App, type AppOptions, createApp } from './app.ts';
export { notImplemented, servedOperations } from './http/not-implemented.ts';
export type { Deps, Settings } from './operation/deps.ts';
