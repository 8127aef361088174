import { appendEvents, type NewEvent } from '../src/engines/outbox/append-event.ts';
import type { Start } from './each-engine.ts';
import type { TestServer } from './test-server.ts';
import { openWebhookPort, taken, type WebhookPort } from './webhook-port.ts';

interface Some {
  readonly resource?: string;
  readonly type?: NewEvent['type'];
  /** The number of earlier events of the resource. */
  readonly after?: number;
  /** Its payload; by default the id of the resource. */
  readonly data?: string;
}

/** Commits events, each of a new resource, or all of a given one. */
export async function emit({ deps, tenant }: TestServer, count: number, some: Some = {}): Promise<void> {
  const { resource, type = 'CARD.STATE_CHANGE', after = 0, data } = some;
  await deps.database.transaction(async (unit) => {
    const events = Array.from({ length: count }, (_, index): NewEvent => {
      const resourceId = resource ?? deps.ids.next('Transaction');
      return {
        type,
        resourceId,
        sequence: resource === undefined ? 1 : after + index + 1,
        data: { id: data ?? resourceId },
      };
    });
    appendEvents({ unit, tenant, ids: deps.ids, now: deps.clock.now() }, events);
  });
}

/** A server whose platform has no events and no endpoint, and a port to all endpoints. */
export async function startWithPort(
  start: Start,
): Promise<{ readonly server: TestServer; readonly port: WebhookPort }> {
  const port = openWebhookPort();
  port.reply = () => taken;
  const server = await start({ deps: { send: port } });
  await server.app.settle();
  return { server, port };
}

/** Gives a platform an endpoint, and waits for its TEST event. */
export async function connect(server: TestServer, port: WebhookPort): Promise<void> {
  const { reply } = port;
  port.reply = () => taken;
  await server.request('PATCH', '/config', { webhookEndpoint: 'https://receiver.example.com/hook' });
  await server.app.settle();
  port.reply = reply;
  port.sent.length = 0;
}
