export { type App, type AppOptions, createApp } from './app.ts';
export type { Deps, Settings } from './deps.ts';
export { notImplemented, servedOperations } from './http/not-implemented.ts';
