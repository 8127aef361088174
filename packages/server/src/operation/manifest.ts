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
  /** The operations that it serves, each under its `operationId`. */
  readonly operations?: { readonly [O in OperationId]?: Handler<O> };
  /** Those that wait for the outside world, and therefore open units of their own. */
  readonly externalOperations?: { readonly [O in OperationId]?: ExternalHandler<O> };
  /** Those whose answer goes on. */
  readonly streamOperations?: { readonly [O in OperationId]?: StreamHandler<O> };
  /** What of its rows is told to those who follow their platform. */
  readonly feedSources?: readonly FeedSource[];
  /** What happens to its rows when their time comes, without a request. */
  readonly dueWork?: readonly DueWork<ServerDeps>[];
  /** What it does when something happens in a module below it. */
  readonly lifeCycle?: Partial<LifeCycle>;
  /** What `verify` proves of its rows. */
  readonly invariants?: readonly Invariant[];
  /** The pages that it sends customers to. */
  readonly hostedPages?: HostedPurposes;
  /** Those that only show something. */
  readonly shownPages?: readonly PageRoute[];
  /** What other providers of UMA call. */
  readonly providerRoutes?: readonly ProviderRoute[];
}
