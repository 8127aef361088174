import { type ReceivedEvent, verifyWebhook } from '@payments-platform/client';
import { openReceiver, type ReceivedRequest } from '../../../server/test/receiver.ts';
import { eventProblem } from '../specification/schema-checks.ts';

/** One attempt to deliver an event, as it arrived. */
export interface Delivery {
  readonly event: ReceivedEvent;
  /** The exact bytes, as text. */
  readonly body: string;
  /** The time of arrival, by the clock of the target. */
  readonly receivedAt: number;
}

/** The receiver of one platform's webhooks. It accepts an event only if its signature and its schema are valid. */
export interface WebhookInbox {
  readonly url: string;
  /** Every attempt in the order of arrival, including refused ones. */
  readonly deliveries: readonly Delivery[];
  /** The events about one resource in the order of arrival. */
  about(resourceId: string): readonly Delivery[];
  /** Sets the function that chooses the status of each response. Default: 200. */
  answerWith(choose: (delivery: Delivery) => number): void;
  /** Requests that were not valid events of this platform, described in words. */
  readonly problems: readonly string[];
}

/** One real HTTP server for the receivers of many platforms, each on its own path. */
export interface InboxHost {
  open(publicKey: string, now: () => number): WebhookInbox;
  close(): Promise<void>;
}

/** The id of the resource of an event; a TEST event has none. */
function resourceIdOf(event: ReceivedEvent): string | undefined {
  const data: unknown = 'data' in event ? event.data : undefined;
  const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

type Receive = (request: ReceivedRequest) => Promise<number>;

export async function startInboxHost(): Promise<InboxHost> {
  const receives: Receive[] = [];
  const { origin, close } = await openReceiver(async (request) => {
    const receive = receives[Number(request.path.split('/').at(-1))];
    const status = receive === undefined ? 404 : await receive(request);
    return status < 400 ? { status } : { status, body: 'not today' };
  });
  return {
    open: (publicKey, now) => {
      const { inbox, receive } = createInbox(`${origin}/platforms/${receives.length}`, publicKey, now);
      receives.push(receive);
      return inbox;
    },
    close,
  };
}

function createInbox(url: string, publicKey: string, now: () => number): { inbox: WebhookInbox; receive: Receive } {
  const deliveries: Delivery[] = [];
  const problems: string[] = [];
  let choose = (_delivery: Delivery): number => 200;
  const receive: Receive = async ({ method, headers, bytes }) => {
    if (method !== 'POST' || headers['content-type']?.startsWith('application/json') !== true) {
      problems.push(`a webhook came as ${method} of ${headers['content-type']}`);
    }
    try {
      const event = await verifyWebhook(bytes, headers['x-service-signature'], publicKey);
      const body = bytes.toString('utf8');
      const problem = eventProblem(event.type, JSON.parse(body));
      if (problem !== undefined) problems.push(`${event.type} breaks the specification: ${problem}\n${body}`);
      const delivery = { event, body, receivedAt: now() };
      deliveries.push(delivery);
      return choose(delivery);
    } catch (error) {
      problems.push(`a webhook was not verified: ${String(error)}`);
      return 401;
    }
  };
  const inbox: WebhookInbox = {
    url,
    deliveries,
    problems,
    about: (resourceId) => deliveries.filter(({ event }) => resourceIdOf(event) === resourceId),
    answerWith: (chosen) => {
      choose = chosen;
    },
  };
  return { inbox, receive };
}
