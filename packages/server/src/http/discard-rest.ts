import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends the answers that wait for the rest of their requests. Only on servers with `endHeldResponsesOnClose`. */
    heldAnswers?: Set<() => void>;
  }
}

/** Somewhat more than the largest accepted form, so that a caller who sends that by mistake still gets the answer. */
export const mostDiscardedBytes = 128 * 1024 * 1024;

/** Lets the server close at once, even while callers send bytes that it does not read. */
export function endHeldResponsesOnClose(server: FastifyInstance): void {
  const held = new Set<() => void>();
  server.decorate('heldAnswers', held);
  server.addHook('preClose', async () => {
    for (const end of held) end();
  });
}

/**
 * An answer to a request whose body still arrives. Its text is complete at once, but it ends only when the rest has
 * arrived and was dropped: an earlier close would reset the connection, and most callers would lose the answer. A
 * caller who sends more than the bound, or longer than a request may take, is cut off.
 */
export function respondBeforeBodyEnds(
  answer: string,
  { raw: request, server: { heldAnswers } }: FastifyRequest,
): Readable {
  const body = new Readable({ read: () => undefined });
  body.push(answer);
  let left = mostDiscardedBytes;
  let hasEnded = false;
  const end = (): void => {
    heldAnswers?.delete(end);
    if (!hasEnded) body.push(null);
    hasEnded = true;
  };
  heldAnswers?.add(end);
  request.on('data', (bytes: Uint8Array) => {
    left -= bytes.length;
    if (left < 0) end();
  });
  for (const event of ['end', 'close', 'error']) request.once(event, end);
  request.resume();
  return body;
}
