import type { Writable } from 'node:stream';
import type { App, Observers } from '../app.ts';
import type { Clock } from '../ground/clock/clock.ts';
import type { Database } from '../ground/database/database.ts';
import type { RequestListener } from '../operation/finished-request.ts';
import { type Log, type LogOptions, openLog } from './lines/open-log.ts';
import { openMetrics } from './metrics/open-metrics.ts';
import { listenForScrapes, type MetricsPlace, routeMetrics } from './metrics/serve-metrics.ts';
import type { Traces } from './traces/open-traces.ts';
import type { TraceOptions } from './traces/span-recorder.ts';

export interface TelemetryOptions {
  readonly log: LogOptions;
  readonly metrics: MetricsPlace;
  /** The collector of traces; `null` if there is none. Then the libraries are not loaded. */
  readonly traces: Omit<TraceOptions, 'tell'> | null;
}

/** The operator's view of the server. No request ever waits for it. */
export interface Telemetry {
  /** Outlives the server. Close it last. */
  readonly log: Log;
  readonly requestListeners: readonly RequestListener[];
  readonly observers: Observers;
  /** Call it before the server listens. `isLocal` is called for each scrape. */
  readonly attach: (app: App, database: Database, isLocal: () => Promise<boolean>) => Promise<void>;
  /** Sends the rest within a moment. Returns whether everything was accepted. */
  readonly close: () => Promise<boolean>;
}

const sampleFreshMs = 5_000;

export async function openTelemetry(options: TelemetryOptions, stream: Writable, clock: Clock): Promise<Telemetry> {
  const log = await openLog(stream, options.log, clock);
  const place = options.metrics;
  const metrics = place === 'OFF' ? undefined : openMetrics({ sampleFreshMs, droppedLines: log.dropped });
  const traces = await tracesOf(options, log);
  const watchers = [metrics, traces].filter((watcher) => watcher !== undefined);
  let closeScrapes = async (): Promise<void> => undefined;
  return {
    log,
    requestListeners: [log, ...watchers].map(({ request }) => request),
    observers: observersOf(log, watchers),
    attach: async ({ http, deps, inside }, database, isLocal) => {
      traces?.follow(http);
      if (metrics === undefined) return;
      metrics.countInFlight(http);
      metrics.watch({ deps, inside, database });
      if (place === 'LOCAL') await routeMetrics(http, isLocal, metrics.scrape);
      else if (place !== 'OFF') closeScrapes = (await listenForScrapes(place, metrics.scrape)).close;
    },
    close: async () => {
      metrics?.close();
      const [isTaken = true] = await Promise.all([traces?.close(), closeScrapes()]);
      return isTaken;
    },
  };
}

async function tracesOf({ traces }: TelemetryOptions, log: Log): Promise<Traces | undefined> {
  if (traces === null) return undefined;
  const { openTraces } = await import('./traces/open-traces.ts');
  return openTraces({ ...traces, tell: log.note });
}

/** Calls all observers, one after the other. Those around work are nested. */
function observersOf(log: Log, watchers: readonly { readonly observers: Required<Observers> }[]): Observers {
  const all = watchers.map(({ observers }) => observers);
  if (all.length === 0) return { onAttempt: log.attempt };
  return {
    onAttempt: (finished) => {
      log.attempt(finished);
      for (const { onAttempt } of all) onAttempt(finished);
    },
    onUnit: (finished) => {
      for (const { onUnit } of all) onUnit(finished);
    },
    aroundWork: (kind, work) =>
      all.reduce(
        (inner, { aroundWork }) =>
          () =>
            aroundWork(kind, inner),
        work,
      )(),
  };
}
