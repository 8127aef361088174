import type { FastifyInstance } from 'fastify';
import type { Inside, Observers } from '../../app.ts';
import type { Database } from '../../ground/database/database.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import type { FinishedRequest } from '../../operation/finished-request.ts';
import type { Figures } from './figures.ts';
import type { LiveMetrics } from './live-metrics.ts';
import { createStoreSampler, secondsSince } from './sample-store.ts';

/** Counts from before the library is loaded are added once it is. */
const mostWaiting = 10_000;
/** The library is loaded at the first scrape or this long after the start, so that it does not delay the start. */
const loadsAfterMs = 2_000;

export interface MetricsOptions {
  readonly sampleFreshMs: number;
  /** The number of dropped log lines. */
  readonly droppedLines: () => number;
}

export interface ScrapedText {
  readonly contentType: string;
  readonly text: string;
}

/** The parts of a running server from which figures are read. */
interface Watched {
  readonly deps: ServerDeps;
  readonly inside: Inside;
  /** The database before it is wrapped. */
  readonly database: Database;
}

export interface Metrics {
  readonly request: (finished: FinishedRequest) => void;
  readonly observers: Required<Observers>;
  /** Call it before the server listens. */
  readonly countInFlight: (http: FastifyInstance) => void;
  /** From now on figures can be read. */
  readonly watch: (watched: Watched) => void;
  /** The current text; `undefined` before `attach`. */
  readonly scrape: () => Promise<ScrapedText | undefined>;
  readonly close: () => void;
}

export function openMetrics({ sampleFreshMs, droppedLines }: MetricsOptions): Metrics {
  let live: LiveMetrics | undefined;
  const waiting: ((metrics: LiveMetrics) => void)[] = [];
  const tell = (change: (metrics: LiveMetrics) => void): void => {
    if (live !== undefined) change(live);
    else if (waiting.length < mostWaiting) waiting.push(change);
  };
  const load = async (): Promise<LiveMetrics> => {
    const { LiveMetrics } = await import('./live-metrics.ts');
    live ??= new LiveMetrics();
    for (const change of waiting.splice(0)) change(live);
    return live;
  };
  let timer: NodeJS.Timeout | undefined;
  // Without a free file descriptor the library cannot be read, and later it can.
  const loadLater = (): void => {
    timer = setTimeout(() => void load().catch(loadLater), loadsAfterMs).unref();
  };
  loadLater();
  let inFlight = 0;
  let figures: (() => Promise<Figures[]>) | undefined;

  return {
    request: (finished) => tell((metrics) => metrics.request(finished)),
    observers: {
      onAttempt: (finished) => tell((metrics) => metrics.attempt(finished)),
      onUnit: (finished) => tell((metrics) => metrics.unit(finished)),
      aroundWork: async (kind, work) => {
        const startedMs = performance.now();
        const done = await work();
        tell((metrics) => metrics.work({ kind, done, durationMs: performance.now() - startedMs }));
        return done;
      },
    },
    countInFlight: (http) => {
      http.addHook('onRequest', (_request, reply, done) => {
        inFlight += 1;
        reply.raw.once('close', () => {
          inFlight -= 1;
        });
        done();
      });
    },
    watch: (watched) => {
      const onFailure = (): void => tell((metrics) => metrics.samplingFailed());
      const ofStore = createStoreSampler({ ...watched, freshMs: sampleFreshMs, onFailure });
      figures = async () => [
        // Both wait for a store that hangs: together, so that the scrape ends before the scraper gives up.
        ...(await Promise.all([ofStore(), figuresOf(watched)])),
        {
          payments_http_requests_in_flight: [{ value: Math.max(0, inFlight - watched.deps.feed.followers) }],
          payments_stream_clients: [{ value: watched.deps.feed.followers }],
          payments_log_lines_dropped_total: [{ value: droppedLines() }],
        },
      ];
    },
    scrape: async () => {
      if (figures === undefined) return undefined;
      const metrics = await load();
      return { contentType: metrics.contentType, text: await metrics.text(await figures()) };
    },
    close: () => clearTimeout(timer),
  };
}

/** The figures that the process itself has. */
async function figuresOf({ deps, inside, database }: Watched): Promise<Figures> {
  const { held, pausedEndpoints, oldestDueAt } = inside.relay.load();
  const { waitingToEnter, waitingForShare } = inside.entrance.load();
  const { busyConnections, idleConnections, waiting } = database.load?.() ?? noLoad;
  const checks = Object.entries(await inside.checks());
  return {
    payments_webhook_held: [{ value: held }],
    payments_webhook_endpoints_paused: [{ value: pausedEndpoints }],
    payments_webhook_oldest_due_age_seconds: [
      { value: oldestDueAt === undefined ? 0 : secondsSince(oldestDueAt, deps.clock.now()) },
    ],
    payments_database_connections: [
      { labels: { state: 'busy' }, value: busyConnections },
      { labels: { state: 'idle' }, value: idleConnections },
    ],
    payments_database_waiting: [{ value: waiting }],
    payments_callers_waiting: [
      { labels: { kind: 'entry' }, value: waitingToEnter },
      { labels: { kind: 'share' }, value: waitingForShare },
    ],
    payments_request_log_dropped_total: [{ value: inside.log.dropped }],
    payments_ready: checks.map(([check, { status }]) => ({ labels: { check }, value: status === 'ok' ? 1 : 0 })),
  };
}

const noLoad = { busyConnections: 0, idleConnections: 0, waiting: 0 };
