import { setTimeout as delay } from 'node:timers/promises';
import { orThrow, type PaymentsClient, type Received } from '@payments-platform/client';

export type StoredEvent = Received<'StoredEvent'>;

const pageSize = 100;
/** How many ids are kept: more than a page, so that none is told twice. */
const keptIds = 1_000;
const pauseMs = 500;

/** The events that are not known yet, the oldest first; pages are read as far back as something known, and one page while nothing is. */
async function unknownEvents(
  client: PaymentsClient,
  known: ReadonlySet<string> | undefined,
): Promise<readonly StoredEvent[]> {
  const found: StoredEvent[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) };
    const page = await orThrow(client.GET('/events', { params: { query } }));
    const fresh = page.data.filter(({ id }) => known?.has(id) !== true);
    found.push(...fresh);
    const isAtKnown = known === undefined || fresh.length < page.data.length;
    cursor = isAtKnown || page.nextCursor === null ? undefined : page.nextCursor;
  } while (cursor !== undefined);
  return found.toReversed();
}

/** Every event that happens from the moment on at which this is there, until the signal says so. */
export async function openNewEvents(client: PaymentsClient, signal: AbortSignal): Promise<AsyncIterable<StoredEvent>> {
  const known = new Set<string>((await unknownEvents(client, undefined)).map(({ id }) => id));
  return follow(client, known, signal);
}

async function* follow(
  client: PaymentsClient,
  known: Set<string>,
  signal: AbortSignal,
): AsyncGenerator<StoredEvent, void, undefined> {
  while (!signal.aborted) {
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    for (const event of await unknownEvents(client, known)) {
      known.add(event.id);
      yield event;
    }
    for (const id of [...known].slice(0, Math.max(0, known.size - keptIds))) known.delete(id);
  }
}
