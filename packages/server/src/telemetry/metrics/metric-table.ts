/** What a metric says. The registry, the guide, the dashboard and the alerts are held to this table. */
export interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels?: readonly string[];
  readonly buckets?: readonly number[];
}

const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const unitBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10];

/** No label names a platform, a customer or a token, and each has as many values as the specification or the code. */
export const metricTable = {
  payments_http_requests_total: {
    type: 'counter',
    help: 'Requests that were answered, by operation of the specification, method and class of the status.',
    labels: ['operation', 'method', 'status'],
  },
  payments_http_request_duration_seconds: {
    type: 'histogram',
    help: 'From the head of a request to the end of its answer, by operation; not of streams, which last as they like.',
    labels: ['operation'],
    buckets: requestBuckets,
  },
  payments_http_requests_in_flight: { type: 'gauge', help: 'Requests that are being served, but for open streams.' },
  payments_stream_clients: { type: 'gauge', help: 'Clients that follow the live stream of this process.' },
  payments_http_refusals_total: {
    type: 'counter',
    help: 'Requests that were refused, by code of the error.',
    labels: ['code'],
  },
  payments_http_replays_total: {
    type: 'counter',
    help: 'Requests that were answered with what their Idempotency-Key had brought before.',
  },
  payments_webhook_attempts_total: {
    type: 'counter',
    help: 'Attempts to deliver an event: taken, refused by a status, without an answer in time, or unreachable.',
    labels: ['outcome'],
  },
  payments_webhook_attempt_duration_seconds: {
    type: 'histogram',
    help: 'How long receivers of webhooks took to answer.',
    buckets: requestBuckets,
  },
  payments_webhook_deliveries_open: {
    type: 'gauge',
    help: 'Deliveries that wait for their first or their next attempt, in the whole store; 10000 stands for more.',
  },
  payments_webhook_oldest_due_age_seconds: {
    type: 'gauge',
    help: 'How long the delivery has been due that has waited longest; 0 when none is due.',
  },
  payments_webhook_held: {
    type: 'gauge',
    help: 'Deliveries that this process has claimed and has not recorded yet.',
  },
  payments_webhook_endpoints_paused: {
    type: 'gauge',
    help: 'Endpoints that this process has paused, since the attempts keep failing.',
  },
  payments_due_work: {
    type: 'gauge',
    help: 'Work that is due, by kind, in the whole store; 10000 stands for more, 1 for work that nobody can count.',
    labels: ['kind'],
  },
  payments_due_work_oldest_age_seconds: {
    type: 'gauge',
    help: 'How long the work of a kind has been due that has waited longest; 0 when none is due.',
    labels: ['kind'],
  },
  payments_due_work_done_total: {
    type: 'counter',
    help: 'Pieces of due work that this process has done, by kind.',
    labels: ['kind'],
  },
  payments_due_work_seconds_total: {
    type: 'counter',
    help: 'Time that batches of due work have taken, by kind.',
    labels: ['kind'],
  },
  payments_due_work_troubled: {
    type: 'gauge',
    help: 'Work that has thrown: tried again by itself, or set aside until the operator lets it be retried.',
    labels: ['state'],
  },
  payments_ledger_entries_total: {
    type: 'counter',
    help: 'Entries of the ledger that this process has posted and committed.',
  },
  payments_database_units_total: {
    type: 'counter',
    help: 'Transactions and reads, by outcome: done, undone by a refusal or a bug, or the store was away, full or busy.',
    labels: ['kind', 'outcome'],
  },
  payments_database_unit_duration_seconds: {
    type: 'histogram',
    help: 'From the call of a transaction or read to its answer, with the wait and the commit.',
    labels: ['kind'],
    buckets: unitBuckets,
  },
  payments_database_wait_seconds: {
    type: 'histogram',
    help: 'How long a transaction or read waited for the writer or a connection before its work began.',
    labels: ['kind'],
    buckets: unitBuckets,
  },
  payments_database_repeats_total: {
    type: 'counter',
    help: 'Times that the work of a unit was run again, after a deadlock or a lost connection.',
  },
  payments_database_connections: {
    type: 'gauge',
    help: 'Connections of this process to its database, busy and idle.',
    labels: ['state'],
  },
  payments_database_waiting: {
    type: 'gauge',
    help: 'Transactions and reads that wait for the writer or a connection.',
  },
  payments_ready: {
    type: 'gauge',
    help: 'Each check of /readyz: 1 while it holds, 0 while it fails.',
    labels: ['check'],
  },
  payments_log_lines_dropped_total: {
    type: 'counter',
    help: 'Lines of the log that nobody took: a stopped terminal, a pipe without a reader.',
  },
  payments_request_log_dropped_total: {
    type: 'counter',
    help: 'Requests that are missing from the log of requests, since the store was away for long or could not keep them.',
  },
  payments_sampling_failures_total: {
    type: 'counter',
    help: 'Scrapes whose look at the store failed; what is shown of it is then of the look before.',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricName = keyof typeof metricTable;
