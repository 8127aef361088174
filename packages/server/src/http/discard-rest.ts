import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends the answers that wait for the rest of their requests; nothing on servers that do not ask for it. */
    heldAnswers?: Set<() => void>;
  }
}

/** As much as the largest form that is taken, and some more: whoever sends that much by mistake still gets the answer. */
export const mostDiscardedBytes = 128 * 1024 * 1024;

/** Lets the server close at once, whoever still sends what nobody reads. */
export function endHeldAnswersAtClose(server: FastifyInstance): void {
  const held = new Set<() => void>();
  server.decorate('heldAnswers', held);
  server.addHook('preClose', async () => {
    for (const end of held) end();
  });
}

/**
 * An answer to a request whose body is still on its way. It is whole at once, and ends when the rest has come and was
 * thrown away: a connection that is closed before would be reset, and the answer lost on most callers. Whoever sends
 * more than the bound, or longer than a request may take, is cut off.
 */
export function answerBeforeRest(answer: string, { raw: request, server: { heldAnswers } }: FastifyRequest): Readable {
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
