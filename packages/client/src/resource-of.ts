import type { ReceivedEvent } from '@payments-platform/types';

/** A resource that an event is about, and the number of the event among the events of that resource. */
export interface EventResource {
  readonly id: string;
  readonly sequence: number;
}

/**
 * Returns which resource an event is about and where the event is in its order, also for types that this client does
 * not know. An event with a lower `sequence` than one that you have handled for the same `id` is older than your data.
 *
 * Returns nothing for `TEST`, which is about no resource.
 */
export function resourceOf(event: ReceivedEvent): EventResource | undefined {
  if (event.type === 'TEST') return undefined;
  const sequence = 'sequence' in event ? event.sequence : undefined;
  const id = textIn(event.data, 'id') ?? textIn(event.data, 'code');
  return id === undefined || sequence === undefined ? undefined : { id, sequence };
}

function textIn(data: unknown, name: string): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const value: unknown = Reflect.get(data, name);
  return typeof value === 'string' ? value : undefined;
}
