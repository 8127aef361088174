import type { OperationId } from '@payments-platform/types';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FinishedAttempt } from '../../engines/outbox/finished-attempt.ts';
import type { FinishedUnit } from '../../ground/database/observed-database.ts';
import type { FinishedRequest } from '../../operation/finished-request.ts';
import type { Figures } from './figures.ts';
import { type MetricName, type MetricRow, metricTable } from './metric-table.ts';

export interface FinishedWork {
  readonly kind: string;
  readonly durationMs: number;
  /** The number of pieces of work. */
  readonly done: number;
}

/** The metrics of one server: counted from finished work, and from figures that are read for each scrape. */
export class LiveMetrics {
  readonly #registry = new Registry();
  readonly #counters = new Map<MetricName, Counter>();
  readonly #gauges = new Map<MetricName, Gauge>();
  readonly #histograms = new Map<MetricName, Histogram>();
  readonly contentType = this.#registry.contentType;

  constructor() {
    for (const [name, row] of Object.entries(metricTable) as [MetricName, MetricRow][]) this.#define(name, row);
  }

  #define(name: MetricName, { type, help, labels = [], buckets = [] }: MetricRow): void {
    const common = { name, help, labelNames: [...labels], registers: [this.#registry] };
    if (type === 'counter') this.#counters.set(name, new Counter(common));
    else if (type === 'gauge') this.#gauges.set(name, new Gauge(common));
    else this.#histograms.set(name, new Histogram({ ...common, buckets: [...buckets] }));
  }

  request({ operationId, route, method, status, code, durationMs, isReplay }: FinishedRequest): void {
    // All unserved paths share one label, and so do all unknown methods.
    const operation = operationId ?? (route === null ? 'unknown' : 'page');
    this.#count('payments_http_requests_total', 1, { operation, method: knownMethod(method), status: classOf(status) });
    if (operationId === null || !lasting.has(operationId))
      this.#observe('payments_http_request_duration_seconds', durationMs, { operation });
    if (code !== null) this.#count('payments_http_refusals_total', 1, { code });
    if (isReplay) this.#count('payments_http_replays_total', 1);
  }

  attempt({ statusCode, isTaken, isTimeout, durationMs }: FinishedAttempt): void {
    const unanswered = isTimeout ? 'timed_out' : 'unreachable';
    const outcome = statusCode === null ? unanswered : isTaken ? 'taken' : 'refused';
    this.#count('payments_webhook_attempts_total', 1, { outcome });
    this.#observe('payments_webhook_attempt_duration_seconds', durationMs);
  }

  unit({ kind, outcome, durationMs, waitMs, runs, inserted }: FinishedUnit): void {
    this.#count('payments_database_units_total', 1, { kind, outcome: outcome.toLowerCase() });
    this.#observe('payments_database_unit_duration_seconds', durationMs, { kind });
    this.#observe('payments_database_wait_seconds', waitMs, { kind });
    if (runs > 1) this.#count('payments_database_repeats_total', runs - 1);
    if (inserted > 0) this.#count('payments_ledger_entries_total', inserted);
  }

  work({ kind, durationMs, done }: FinishedWork): void {
    this.#count('payments_due_work_done_total', done, { kind });
    this.#count('payments_due_work_seconds_total', durationMs / 1000, { kind });
  }

  samplingFailed(): void {
    this.#count('payments_sampling_failures_total', 1);
  }

  /** The text for Prometheus, with the current figures. */
  async text(figures: readonly Figures[]): Promise<string> {
    for (const [name, rows] of figures.flatMap((one) => Object.entries(one) as [MetricName, Figures[MetricName]][]))
      this.#set(name, rows ?? []);
    const texts = await Promise.all([this.#registry.metrics(), processRegistry().metrics()]);
    return texts.join('\n');
  }

  #set(name: MetricName, rows: NonNullable<Figures[MetricName]>): void {
    const metric = this.#gauges.get(name) ?? this.#counters.get(name);
    if (metric === undefined) throw new Error(`${name} has no figures`);
    // Figures that are no longer reported must not keep their last value.
    metric.reset();
    for (const { labels = {}, value } of rows) metric.inc(labels, value);
  }

  #count(name: MetricName, value: number, labels: Readonly<Record<string, string>> = {}): void {
    this.#counters.get(name)?.inc(labels, value);
  }

  #observe(name: MetricName, durationMs: number, labels: Readonly<Record<string, string>> = {}): void {
    this.#histograms.get(name)?.observe(labels, durationMs / 1000);
  }
}

/** Streams last until the caller hangs up. */
const lasting: ReadonlySet<OperationId> = new Set(['streamActivity']);

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

function knownMethod(method: string | null): string {
  return method !== null && methods.has(method) ? method : 'other';
}

function classOf(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}

let processWide: Registry | undefined;

/**
 * Memory, processor time, garbage collection and lag of the event loop: of the process, even if it has several servers.
 */
function processRegistry(): Registry {
  if (processWide === undefined) {
    processWide = new Registry();
    collectDefaultMetrics({ register: processWide });
  }
  return processWide;
}
