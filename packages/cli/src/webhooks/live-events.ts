import { type MessageOf, streamActivity } from '@payments-platform/client';
import { type Access, tokenOf } from '../connection/access.ts';
import type { Surroundings } from '../surroundings.ts';

export type LiveEvent = MessageOf<'EVENT'>['data'];

/**
 * Every event as it is emitted, until it is stopped. `onOpen` is called once, when no later event can be missed. A
 * lost connection is reopened and continues where it stopped.
 */
export async function* liveEvents(
  access: Access,
  surroundings: Surroundings,
  onOpen: () => void,
): AsyncGenerator<LiveEvent, void, undefined> {
  const { signal, send = (request: Request) => fetch(request) } = surroundings;
  let isOpen = false;
  const connect = async (request: Request): Promise<Response> => {
    const response = await send(request);
    if (response.ok && !isOpen) onOpen();
    isOpen ||= response.ok;
    return response;
  };
  const stream = streamActivity({
    baseUrl: access.baseUrl,
    ...tokenOf(access),
    types: ['EVENTS'],
    signal,
    fetch: connect,
  });
  for await (const { event, data } of stream) if (event === 'EVENT') yield data;
}
