import parsePrometheus from 'parse-prometheus-text-format';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { makeMxnAccount, makeSender, quoteBody } from '../../../test/parties.ts';
import { openReceiver, type Receiver } from '../../../test/receiver.ts';
import { makePayment, startWatchedServer, type WatchedServer } from '../../../test/watched-server.ts';
import { metricTable } from './metric-table.ts';

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly metrics: readonly {
    readonly value?: string;
    readonly labels?: Readonly<Record<string, string>>;
  }[];
}

const parse = parsePrometheus as (text: string) => Family[];
const servers: WatchedServer[] = [];
const receivers: Receiver[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const receiver of receivers.splice(0)) await receiver.close();
});

const start = async (...parts: Parameters<typeof startWatchedServer>): Promise<WatchedServer> => {
  const server = await startWatchedServer(...parts);
  servers.push(server);
  return server;
};

/** The parsed text. The parser drops the labels of histograms, so their counts are read from the text. */
async function scrape(server: WatchedServer): Promise<(name: string, labels?: object) => number | undefined> {
  const { status, text } = await server.beside('/metrics');
  expect(status).toBe(200);
  const families = parse(text);
  return (name, labels = {}) => {
    const family = families.find((one) => one.name === name);
    const named = Object.entries(labels);
    if (family?.type === 'HISTOGRAM') {
      const lines = text.split('\n').filter((line) => line.startsWith(`${name}_count`));
      const line = lines.find((one) => named.every(([key, value]) => one.includes(`${key}="${value}"`)));
      return line === undefined ? undefined : Number(line.split(' ').at(-1));
    }
    const row = family?.metrics.find((one) => named.every(([key, value]) => one.labels?.[key] === value));
    return row && Number(row.value);
  };
}

describe('the metrics', () => {
  it('are valid Prometheus text, each with the help and type of the metric table', async () => {
    const server = await start();
    const { headers, text } = await server.beside('/metrics');
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const families = new Map(parse(text).map((family) => [family.name, family]));
    for (const [name, { help, type }] of Object.entries(metricTable))
      expect(families.get(name), name).toMatchObject({ help, type: type.toUpperCase() });
    expect(families.get('nodejs_eventloop_lag_seconds')).toBeDefined();
    expect(families.get('process_cpu_seconds_total')).toBeDefined();
    const strange = [...families.keys()].filter((name) => !/^(process|nodejs)_/.test(name) && !(name in metricTable));
    expect(strange).toEqual([]);
  });

  it('count a payment: its requests, ledger entries, database transactions and webhooks', async () => {
    const receiver = await openReceiver(({ bytes }) => ({ status: bytes.includes('OUTGOING') ? 200 : 500 }));
    receivers.push(receiver);
    const server = await start(['--time-scale', '20']);
    await server.request('PATCH', '/config', { webhookEndpoint: receiver.origin });
    await makePayment(server);
    await expect
      .poll(async () => (await scrape(server))('payments_webhook_attempts_total', { outcome: 'taken' }))
      .toBeGreaterThan(0);
    const value = await scrape(server);
    const request = (operation: string) =>
      value('payments_http_requests_total', { operation, status: '2xx', method: 'POST' });
    expect([request('createQuote'), request('executeQuote')]).toEqual([1, 1]);
    expect(value('payments_http_request_duration_seconds', { operation: 'executeQuote' })).toBe(1);
    expect(value('payments_ledger_entries_total')).toBeGreaterThan(1);
    expect(value('payments_database_units_total', { kind: 'transaction', outcome: 'done' })).toBeGreaterThan(3);
    expect(value('payments_database_wait_seconds', { kind: 'transaction' })).toBeGreaterThan(3);
    expect(value('payments_webhook_attempts_total', { outcome: 'refused' })).toBeGreaterThan(0);
    expect(value('payments_webhook_deliveries_open')).toBeGreaterThan(0);
    expect(value('payments_due_work_done_total', { kind: 'transactions' })).toBeGreaterThan(0);
    expect(value('payments_ready', { check: 'database' })).toBe(1);
    expect(['entry', 'share'].map((place) => value('payments_callers_waiting', { kind: place }))).toEqual([0, 0]);
  });

  it('count refusals and replays, and all unknown paths under one label', async () => {
    const server = await start();
    const key = { 'idempotency-key': 'once' };
    const { customerId, accounts } = await makeSender(server);
    const quote = quoteBody({ from: accounts['USD'] ?? '', to: await makeMxnAccount(server, customerId) });
    for (const _ of [1, 2]) expect((await server.request('POST', '/quotes', quote, key)).status).toBe(201);
    await server.request('POST', '/customers', {});
    for (const path of ['/wp-admin', '/a/b/c', '/customers/none/of/these']) await server.request('GET', path);
    const value = await scrape(server);
    expect(value('payments_http_replays_total')).toBe(1);
    expect(value('payments_http_refusals_total', { code: 'INVALID_INPUT' })).toBe(1);
    expect(value('payments_http_requests_total', { operation: 'unknown', status: '4xx' })).toBe(3);
  });
});

describe('a live stream', () => {
  it('is counted while it is open, and not in the request durations', async () => {
    const server = await start();
    const controller = new AbortController();
    const stream = await server.open('/stream', controller.signal);
    expect(stream.status).toBe(200);
    const during = await scrape(server);
    expect([during('payments_stream_clients'), during('payments_http_requests_in_flight')]).toEqual([1, 1]);
    controller.abort();
    await expect.poll(async () => (await scrape(server))('payments_stream_clients')).toBe(0);
    const value = await scrape(server);
    expect(value('payments_http_requests_total', { operation: 'streamActivity' })).toBe(1);
    expect(value('payments_http_request_duration_seconds', { operation: 'streamActivity' })).toBeUndefined();
  });
});

describe('the address of the metrics', () => {
  it('is the port of a local server, for requests from this machine only', async () => {
    const server = await start();
    const statuses = async (headers: Record<string, string>) => (await server.beside('/metrics', headers)).status;
    expect(await statuses({})).toBe(200);
    expect(await statuses({ host: 'pay.example.com' })).toBe(404);
    expect(await statuses({ 'x-forwarded-for': '203.0.113.7' })).toBe(404);
    expect(await statuses({ forwarded: 'for=203.0.113.7' })).toBe(404);
  });

  it('is off on a deployed server until --metrics is given', async () => {
    const deployed = ['--public-url', 'https://pay.example.com'];
    expect((await (await start(deployed)).beside('/metrics')).status).toBe(404);
    expect((await (await start(['--metrics', 'off'])).beside('/metrics')).status).toBe(404);
    const [place, port] = ['127.0.0.1', await freePort()];
    const server = await start([...deployed, '--metrics', `${place}:${port}`]);
    expect((await server.beside('/metrics')).status).toBe(404);
    const scraped = await fetch(`http://${place}:${port}/metrics`);
    expect((await fetch(scraped.url, { method: 'HEAD' })).status).toBe(200);
    expect([scraped.status, (await scraped.text()).includes('payments_ready')]).toEqual([200, true]);
    expect((await fetch(`http://${place}:${port}/healthz`)).status).toBe(404);
  });
});
