/** The meaning of a metric. Tests compare the registry, the guide, the dashboard and the alerts with this table. */
export interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels?: readonly string[];
  readonly buckets?: readonly number[];
}

const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const unitBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10];

/** No label names a platform, a customer or a token. A label has only the values of the specification or the code. */
export const metricTable = {
  payments_http_requests_total: {
    type: 'counter',
    help: 'Requests with a response, by operation of the specification, method and class of the status.',
    labels: ['operation', 'method', 'status'],
  },
  payments_http_request_duration_seconds: {
    type: 'histogram',
    help: 'From the head of a request to the end of its response, by operation; without streams, which are open-ended.',
    labels: ['operation'],
    buckets: requestBuckets,
  },
  payments_http_requests_in_flight: { type: 'gauge', help: 'Requests in progress, without open streams.' },
  payments_stream_clients: { type: 'gauge', help: 'Clients that follow the live stream of this process.' },
  payments_http_refusals_total: {
    type: 'counter',
    help: 'Refused requests, by error code.',
    labels: ['code'],
  },
  payments_http_replays_total: {
    type: 'counter',
    help: 'Requests that got the stored response of their Idempotency-Key.',
  },
  payments_webhook_attempts_total: {
    type: 'counter',
    help: 'Attempts to deliver an event: taken, refused by a status, without a response in time, or unreachable.',
    labels: ['outcome'],
  },
  payments_webhook_attempt_duration_seconds: {
    type: 'histogram',
    help: 'How long webhook receivers took to respond.',
    buckets: requestBuckets,
  },
  payments_webhook_deliveries_open: {
    type: 'gauge',
    help: 'Deliveries that wait for their first or their next attempt, in the whole store; 10000 stands for more.',
  },
  payments_webhook_oldest_due_age_seconds: {
    type: 'gauge',
    help: 'Time since the longest waiting delivery became due; 0 when none is due.',
  },
  payments_webhook_held: {
    type: 'gauge',
    help: 'Deliveries that this process has claimed and not yet recorded.',
  },
  payments_webhook_endpoints_paused: {
    type: 'gauge',
    help: 'Endpoints that this process has paused, because attempts keep failing.',
  },
  payments_due_work: {
    type: 'gauge',
    help: 'Due work, by kind, in the whole store; 10000 stands for more, 1 for work that cannot be counted.',
    labels: ['kind'],
  },
  payments_due_work_oldest_age_seconds: {
    type: 'gauge',
    help: 'Time since the longest waiting work of a kind became due; 0 when none is due.',
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
    help: 'Failed work: retried automatically, or set aside until the operator retries it.',
    labels: ['state'],
  },
  payments_ledger_entries_total: {
    type: 'counter',
    help: 'Entries of the ledger that this process has posted and committed.',
  },
  payments_database_units_total: {
    type: 'counter',
    help: 'Transactions and reads, by outcome: done, rolled back by a refusal or a bug, or the store was unavailable, full or busy.',
    labels: ['kind', 'outcome'],
  },
  payments_database_unit_duration_seconds: {
    type: 'histogram',
    help: 'From the call of a transaction or read to its result, with the wait and the commit.',
    labels: ['kind'],
    buckets: unitBuckets,
  },
  payments_database_wait_seconds: {
    type: 'histogram',
    help: 'How long a transaction or read waited for the writer or a connection before it started.',
    labels: ['kind'],
    buckets: unitBuckets,
  },
  payments_database_repeats_total: {
    type: 'counter',
    help: 'Transactions that ran again, after a deadlock or a lost connection.',
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
  payments_callers_waiting: {
    type: 'gauge',
    help: 'What waits behind other callers: requests for their turn to enter, and transactions and reads for the share of their platform.',
    labels: ['kind'],
  },
  payments_ready: {
    type: 'gauge',
    help: 'Each check of /readyz: 1 while it holds, 0 while it fails.',
    labels: ['check'],
  },
  payments_log_lines_dropped_total: {
    type: 'counter',
    help: 'Dropped log lines: a stopped terminal, a blocked pipe.',
  },
  payments_request_log_dropped_total: {
    type: 'counter',
    help: 'Requests missing from the log of requests, because the store was unavailable for long or could not store them.',
  },
  payments_sampling_failures_total: {
    type: 'counter',
    help: 'Scrapes that failed to read the store; its figures are then those of the last successful read.',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricName = keyof typeof metricTable;
