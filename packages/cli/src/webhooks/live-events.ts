import { type MessageOf, streamActivity } from '@payments-platform/client';
import { type Access, tokenOf } from '../connection/access.ts';
import type { Surroundings } from '../surroundings.ts';

export type LiveEvent = MessageOf<'EVENT'>['data'];

/**
 * Every event while it happens, until it is ended; `onOpen` is told once, when nothing can be missed any more. A
 * connection that is lost is made again, and goes on where it was.
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
