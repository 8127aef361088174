import type { EventType, ReceivedEvent } from '@payments-platform/client';

/** Selects events of one type, and optionally of one resource. */
export type EventOf<Type extends EventType> = Extract<ReceivedEvent, { readonly type: Type }>;

export interface WantedEvent<Type extends EventType> {
  readonly type: Type;
  /** Only the event about this resource, by the `id` of its `data`. */
  readonly resourceId?: string;
  /** Only the event with this id, such as the `eventId` of a trigger. */
  readonly eventId?: string;
  /** Time limit in real time, in milliseconds. Default: 5,000. */
  readonly timeoutMs?: number;
}

/** The webhooks that the platform has sent, verified with its public key. */
export interface SandboxWebhooks {
  /** Every event that has arrived, the oldest first. A repeated delivery of an event is not in it again. */
  readonly received: readonly ReceivedEvent[];
  /** The address of the receiver. */
  readonly url: string;
  /**
   * Returns the first event of this type that no call has returned yet; waits if none has arrived. Throws if none
   * arrives in time, and lists the events that did.
   */
  next<Type extends EventType>(wanted: WantedEvent<Type>): Promise<EventOf<Type>>;
}

interface Waiter {
  readonly matches: (event: ReceivedEvent) => boolean;
  readonly take: (event: ReceivedEvent) => void;
}

const usualTimeoutMs = 5_000;
const mostNamed = 20;

/** Stores deliveries, and passes each event to a waiting call. */
export class WebhookInbox implements SandboxWebhooks {
  readonly url: string;
  readonly #received: ReceivedEvent[] = [];
  readonly #ids = new Set<string>();
  readonly #free = new Set<ReceivedEvent>();
  readonly #waiters = new Set<Waiter>();
  readonly #troubles: string[] = [];
  #explain: () => Promise<string> = async () => '';

  constructor(url: string) {
    this.url = url;
  }

  /** Suggests why an event did not arrive. */
  explainBy(explain: () => Promise<string>): void {
    this.#explain = explain;
  }

  get received(): readonly ReceivedEvent[] {
    return this.#received;
  }

  async next<Type extends EventType>(wanted: WantedEvent<Type>): Promise<EventOf<Type>> {
    const matches = (event: ReceivedEvent): event is EventOf<Type> => isWanted(event, wanted);
    const known = this.#free.values().find(matches);
    if (known !== undefined) {
      this.#free.delete(known);
      return known;
    }
    const { promise, resolve } = Promise.withResolvers<EventOf<Type> | undefined>();
    const waiter: Waiter = { matches, take: (event) => matches(event) && resolve(event) };
    this.#waiters.add(waiter);
    const { timeoutMs = usualTimeoutMs } = wanted;
    const timer = setTimeout(resolve, timeoutMs, undefined);
    const event = await promise;
    clearTimeout(timer);
    this.#waiters.delete(waiter);
    if (event === undefined) throw new Error(await this.#missing(wanted, timeoutMs));
    return event;
  }

  /** Adds a verified event. */
  accept(event: ReceivedEvent): void {
    const id = 'id' in event ? event.id : undefined;
    if (id !== undefined && this.#ids.has(id)) return;
    if (id !== undefined) this.#ids.add(id);
    this.#received.push(event);
    const waiter = this.#waiters.values().find(({ matches }) => matches(event));
    if (waiter === undefined) this.#free.add(event);
    else {
      this.#waiters.delete(waiter);
      waiter.take(event);
    }
  }

  /** Records a delivery that was refused, and why. */
  refuse(why: string): void {
    this.#troubles.push(why);
  }

  /** Deletes all received events. */
  clear(): void {
    this.#received.length = 0;
    this.#troubles.length = 0;
    this.#ids.clear();
    this.#free.clear();
  }

  async #missing({ type, resourceId, eventId }: WantedEvent<EventType>, timeoutMs: number): Promise<string> {
    const what = [type, resourceId && `of ${resourceId}`, eventId && `with the id ${eventId}`]
      .filter(Boolean)
      .join(' ');
    const arrived = this.#received
      .slice(-mostNamed)
      .map((event) => `  ${event.type} ${resourceOf(event) ?? ''}${this.#free.has(event) ? '' : ' (taken before)'}`);
    const troubles = this.#troubles.slice(-mostNamed).map((why) => `  ${why}`);
    const omitted = this.#received.length - arrived.length;
    return [
      `No ${what} arrived within ${timeoutMs} ms. ${await this.#explain()}`,
      ...(arrived.length === 0 ? ['No event has arrived.'] : ['These events have arrived:', ...arrived]),
      ...(omitted > 0 ? [`  and ${omitted} before them`] : []),
      ...(troubles.length === 0 ? [] : ['These deliveries were refused:', ...troubles]),
    ].join('\n');
  }
}

function isWanted(event: ReceivedEvent, { type, resourceId, eventId }: WantedEvent<EventType>): boolean {
  if (eventId !== undefined && !('id' in event && event.id === eventId)) return false;
  return event.type === type && (resourceId === undefined || resourceOf(event) === resourceId);
}

/** The id of the resource of an event; a test event has none. */
function resourceOf(event: ReceivedEvent): string | undefined {
  const data: unknown = 'data' in event ? event.data : undefined;
  if (typeof data !== 'object' || data === null || !('id' in data)) return undefined;
  return typeof data.id === 'string' ? data.id : undefined;
}
