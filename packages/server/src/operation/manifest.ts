import type { OperationId } from '@payments-platform/types';
import type { DueWork } from '../engines/due-work/due-work.ts';
import type { FeedSource } from '../engines/live-feed/feed-source.ts';
import type { Invariant } from '../ground/database/invariant.ts';
import type { LifeCycle, ServerDeps } from './deps.ts';
import type { HostedPurposes } from './hosted-purpose.ts';
import type { ExternalHandler, Handler, StreamHandler } from './operation.ts';
import type { ProviderRoute } from './provider-route.ts';
import type { PageRoute } from './shown-page.ts';

/** What a module adds to the server. The server is a fold over the manifests of its modules. */
export interface Manifest {
  /** Its operations, by `operationId`. */
  readonly operations?: { readonly [O in OperationId]?: Handler<O> };
  /** Operations that wait for external systems, and so open their own units. */
  readonly externalOperations?: { readonly [O in OperationId]?: ExternalHandler<O> };
  /** Operations whose response is a stream. */
  readonly streamOperations?: { readonly [O in OperationId]?: StreamHandler<O> };
  /** Which changes of its rows go to the live stream. */
  readonly feedSources?: readonly FeedSource[];
  /** Its due work: what happens to its rows at a time, without a request. */
  readonly dueWork?: readonly DueWork<ServerDeps>[];
  /** Its hooks on events of modules below it. */
  readonly lifeCycle?: Partial<LifeCycle>;
  /** The invariants of its rows, for `verify`. */
  readonly invariants?: readonly Invariant[];
  /** Its hosted pages for customers. */
  readonly hostedPages?: HostedPurposes;
  /** Pages that only show something. */
  readonly shownPages?: readonly PageRoute[];
  /** Its routes for other UMA providers. */
  readonly providerRoutes?: readonly ProviderRoute[];
}
