import { loadSpecification } from '@payments-platform/types/spec';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { railsThat } from '../../../test/rails-that.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { inboxes, type WebhookInbox } from '../../../test/webhook-inbox.ts';
import { dayMs } from '../../ground/clock/instant.ts';

const connect = inboxes();

interface Scenario {
  /** The last three digits of the account that is paid; `null` pays an internal account. */
  readonly suffix: string | null;
  readonly isExecuted: boolean;
}

/** Pays, waits until everything has settled, and returns the id of the transaction. */
async function pay(server: TestServer, { suffix, isExecuted }: Scenario): Promise<string> {
  const { customerId, accounts } = await makeSender(server);
  const to = suffix === null ? (accounts['EUR'] ?? '') : await makeUsdAccount(server, customerId, suffix);
  const body = quoteBody({ from: accounts['USD'] ?? '', to });
  const { body: quote } = await server.request('POST', '/quotes', body);
  await server.app.settle();
  if (isExecuted) await server.request('POST', `/quotes/${quote.id}/execute`);
  await server.advance(dayMs);
  return quote.transactionId;
}

interface Event {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly sequence: number;
  readonly data: { readonly id: string; readonly status: string; readonly refund?: { readonly status: string } };
}

function eventsOf(inbox: WebhookInbox, id: string): Event[] {
  return inbox.received.map(({ body }) => JSON.parse(body) as Event).filter(({ data }) => data?.id === id);
}

let eventCheck: ((body: unknown) => string) | undefined;

/** Validates any webhook body against the union in the specification, which takes seconds to compile. */
function createEventCheck(): (body: unknown) => string {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  addFormats.default(ajv);
  ajv.addSchema(loadSpecification(), 'specification');
  const check = ajv.compile({ $ref: 'specification#/components/schemas/WebhookEvent' });
  return (body) => (check(body) ? 'valid' : ajv.errorsText(check.errors));
}

const outgoing = (...names: string[]): string[] => names.map((name) => `OUTGOING_PAYMENT.${name}`);
const incoming = (...names: string[]): string[] => names.map((name) => `INCOMING_PAYMENT.${name}`);

const sequences: readonly [name: string, scenario: Scenario, types: readonly string[]][] = [
  ['success', { suffix: '111', isExecuted: true }, outgoing('PENDING', 'PROCESSING', 'COMPLETED')],
  [
    'failure with refund',
    { suffix: '002', isExecuted: true },
    outgoing('PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'),
  ],
  [
    'failure with failed refund',
    { suffix: '007', isExecuted: true },
    outgoing('PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_FAILED'),
  ],
  [
    'bank return',
    { suffix: '005', isExecuted: true },
    outgoing('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'),
  ],
  [
    'manual cancellation',
    { suffix: '006', isExecuted: true },
    outgoing('PENDING', 'PROCESSING', 'REFUND_PENDING', 'REFUND_COMPLETED', 'COMPLETED'),
  ],
  ['expiry', { suffix: '111', isExecuted: false }, outgoing('PENDING', 'EXPIRED')],
  ['incoming success', { suffix: null, isExecuted: true }, incoming('PENDING', 'PROCESSING', 'COMPLETED')],
  ['incoming expiry', { suffix: null, isExecuted: false }, incoming('PENDING', 'FAILED')],
];

oneEngine('the events of a payment at the endpoint', (start) => {
  it.each(sequences)('arrive once each, in order, for %s', async (_name, scenario, types) => {
    const server = await start();
    const inbox = await connect(server);
    const events = eventsOf(inbox, await pay(server, scenario));
    expect(events.map(({ type }) => type)).toEqual(types);
    expect(events.map(({ sequence }) => sequence)).toEqual(types.map((_type, index) => index + 1));
  });

  it('arrive in order for an incoming failure with refund', async () => {
    const report = { kind: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED' } as const;
    const server = await start({ deps: { rails: railsThat({ report }) } });
    const inbox = await connect(server);
    const events = eventsOf(inbox, await pay(server, { suffix: null, isExecuted: true }));
    expect(events.map(({ type }) => type)).toEqual(
      incoming('PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'),
    );
  });

  it('carry the transaction as it was at each event, in the envelope of every event', async () => {
    const server = await start();
    const inbox = await connect(server);
    const transactionId = await pay(server, { suffix: '005', isExecuted: true });
    const events = eventsOf(inbox, transactionId);
    for (const event of events) {
      expect(Object.keys(event).sort()).toEqual(['data', 'id', 'sequence', 'timestamp', 'type']);
      expect(event.id).toMatch(/^Webhook:[0-9a-f-]{36}$/);
    }
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(events.map(({ data }) => [data.status, data.refund?.status])).toEqual([
      ['PENDING', undefined],
      ['PROCESSING', undefined],
      ['COMPLETED', undefined],
      ['FAILED', undefined],
      ['FAILED', 'PENDING'],
      ['FAILED', 'COMPLETED'],
    ]);
    expect(events.map(({ timestamp }) => timestamp)).toEqual([
      '2025-01-01T00:00:00.000Z',
      '2025-01-01T00:00:00.000Z',
      '2025-01-01T00:00:02.000Z',
      '2025-01-01T00:00:07.000Z',
      '2025-01-01T00:00:07.000Z',
      '2025-01-01T00:00:09.000Z',
    ]);
    expect(events.at(-1)?.data).toEqual((await server.request('GET', `/transactions/${transactionId}`)).body);
  });

  it('match the WebhookEvent schema of the specification, like all other events', async () => {
    const server = await start();
    const inbox = await connect(server);
    for (const suffix of ['111', '002', '005', '006', '007', null]) await pay(server, { suffix, isExecuted: true });
    await pay(server, { suffix: '111', isExecuted: false });
    await server.request('POST', '/sandbox/webhooks/test');
    eventCheck ??= createEventCheck();
    const check = eventCheck;
    expect(inbox.types()).toEqual(expect.arrayContaining(['TEST', 'INTERNAL_ACCOUNT.BALANCE_UPDATED']));
    for (const { body } of inbox.received) expect([body, check(JSON.parse(body))]).toEqual([body, 'valid']);
    expect(check({ type: 'OUTGOING_PAYMENT.PENDING', data: {} })).not.toBe('valid');
  });
});

oneEngine('an answer of the endpoint', (start) => {
  it.each([
    [200, 1],
    [202, 1],
    [299, 1],
    [409, 1],
    [302, 2],
    [400, 2],
    [401, 2],
    [404, 2],
    [500, 2],
  ])('with status %i leads to %i sends of the event within a minute', async (status, times) => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const inbox = await connect(server);
    inbox.answer = () => ({ status });
    const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to }));
    await server.advance(60_000);
    expect(eventsOf(inbox, quote.transactionId)).toHaveLength(times);
  });
});
