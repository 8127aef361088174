import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openReceiver, type Receiver } from '../../../test/receiver.ts';
import { makePayment, startWatchedServer, type WatchedServer } from '../../../test/watched-server.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Collected {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const closed: { close(): Promise<unknown> | unknown }[] = [];
afterEach(async () => {
  for (const one of closed.splice(0)) await one.close();
});

const serverKind = 2;
const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const traceparent = (flags: '00' | '01'): string => `00-${caller.traceId}-${caller.spanId}-${flags}`;

/** A collector that stores the spans that programs send. */
async function openCollector(status = 200): Promise<Receiver & { readonly texts: string[]; spans(): Span[] }> {
  const texts: string[] = [];
  const receiver = await openReceiver(({ path, bytes }) => {
    if (path === '/v1/traces') texts.push(bytes.toString());
    return { status, body: '{}' };
  });
  closed.push(receiver);
  const spans = (): Span[] =>
    texts
      .map((text) => JSON.parse(text) as Collected)
      .flatMap(({ resourceSpans }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap((scope) => scope.spans);
  return { ...receiver, texts, spans };
}

const start = (endpoint: string, more: Record<string, string> = {}): Promise<WatchedServer> =>
  startWatchedServer(['--time-scale', '20'], { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more });

const attributeOf = ({ attributes }: Span, key: string): unknown =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];

describe('the traces of a payment', () => {
  it('have spans for the request with its database transactions, for due work and for webhooks', async () => {
    const collector = await openCollector();
    const taken: string[] = [];
    const receiver = await openReceiver(({ bytes }) => {
      taken.push(bytes.toString());
      return { status: 200 };
    });
    closed.push(receiver);
    const server = await start(collector.origin, { OTEL_SERVICE_NAME: 'payments-eu' });
    await server.request('PATCH', '/config', { webhookEndpoint: receiver.origin });
    await makePayment(server);
    await expect.poll(() => taken.join()).toContain('OUTGOING_PAYMENT.COMPLETED');
    await server.stop();
    const spans = collector.spans();
    const request = spans.find(({ name }) => name === 'executeQuote');
    if (request === undefined) throw new Error('no span of the request');
    expect(request).toMatchObject({ kind: serverKind });
    expect(request.parentSpanId).toBeUndefined();
    expect(attributeOf(request, 'http.route')).toBe('/quotes/{quoteId}/execute');
    expect(attributeOf(request, 'http.response.status_code')).toBe(200);
    const id = String(attributeOf(request, 'payments.request_id'));
    expect(request.traceId).toBe(id.replace('ApiRequest:', '').replaceAll('-', ''));
    const inside = spans.filter(
      ({ traceId, parentSpanId }) => traceId === request.traceId && parentSpanId === request.spanId,
    );
    expect(new Set(inside.map(({ name }) => name))).toEqual(new Set(['database read', 'database transaction']));
    for (const one of inside) expect(BigInt(one.startTimeUnixNano)).toBeLessThanOrEqual(BigInt(one.endTimeUnixNano));
    const work = spans.find(({ name }) => name === 'due work transactions');
    expect(spans.some(({ parentSpanId }) => parentSpanId === work?.spanId)).toBe(true);
    const webhook = spans.find(({ name }) => name === 'webhook OUTGOING_PAYMENT.COMPLETED');
    expect(webhook && attributeOf(webhook, 'http.response.status_code')).toBe(200);
    expect(spans.filter(({ name, parentSpanId }) => name.startsWith('database') && parentSpanId === undefined)).toEqual(
      [],
    );
    expect(collector.texts.join()).toContain('payments-eu');
  });

  it('continue the trace of the caller and follow its sampled flag', async () => {
    const collector = await openCollector();
    const server = await start(collector.origin);
    await server.request('GET', '/config', undefined, { traceparent: traceparent('01') });
    await server.request('GET', '/tokens', undefined, { traceparent: traceparent('00') });
    await server.request('GET', '/quotes/none', undefined, { traceparent: 'nothing of the kind' });
    await server.stop();
    const spans = collector.spans();
    const [config] = spans.filter(({ name }) => name === 'getPlatformConfig');
    expect(config).toMatchObject({ traceId: caller.traceId, parentSpanId: caller.spanId });
    expect(spans.filter(({ name }) => name === 'listApiTokens')).toEqual([]);
    const others = spans.filter(({ traceId }) => traceId !== caller.traceId);
    expect(others.some(({ kind }) => kind === serverKind)).toBe(true);
  });

  it('are sampled at the ratio of OTEL_TRACES_SAMPLER_ARG', async () => {
    const collector = await openCollector();
    const server = await start(collector.origin, { OTEL_TRACES_SAMPLER_ARG: '0' });
    await server.request('GET', '/config');
    await server.request('GET', '/config', undefined, { traceparent: traceparent('01') });
    await server.stop();
    expect(new Set(collector.spans().map(({ traceId }) => traceId))).toEqual(new Set([caller.traceId]));
  });
});

describe('a collector', () => {
  it('that refuses is reported once, and payments continue', async () => {
    const { origin } = await openCollector(400);
    const server = await start(origin);
    await makePayment(server);
    const written = await server.stop();
    expect(written.match(/spans cannot be delivered/g)).toHaveLength(1);
  });

  it('that hangs delays neither payments nor the shutdown', async () => {
    const server = await start(await openSilence());
    await makePayment(server);
    await server.stop();
  });
});

/** Accepts connections and never responds. */
async function openSilence(): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    closed.push({ close: () => socket.destroy() });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closed.push({ close: () => server.close() });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}
