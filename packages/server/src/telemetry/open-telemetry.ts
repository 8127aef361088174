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
  /** Where spans go; `null` where nobody wants them, and their libraries are not loaded. */
  readonly traces: Omit<TraceOptions, 'tell'> | null;
}

/** What whoever runs the server sees of it. Nothing of it is ever waited for by a request. */
export interface Telemetry {
  /** Outlives the server; close it last. */
  readonly log: Log;
  readonly requestListeners: readonly RequestListener[];
  readonly observers: Observers;
  /** Call it before the server listens. `isLocal` is asked with each look at the metrics. */
  readonly attach: (app: App, database: Database, isLocal: () => Promise<boolean>) => Promise<void>;
  /** Sends what is left, for a moment; whether everything was taken. */
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
      if (place === 'LOCAL') routeMetrics(http, isLocal, metrics.scrape);
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

/** All of them, one after the other, and around the work one inside the other. */
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
