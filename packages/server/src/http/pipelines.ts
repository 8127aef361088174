import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Hardly any client sends a request before it has the answer to the previous one. */
const mostUnanswered = 100;

/**
 * Closes connections that send requests without waiting for answers. Node.js reads on while earlier requests wait for
 * their turn, so that one connection could fill the memory. By RFC 9112, the client of a closed connection repeats what
 * is unanswered.
 */
export class Pipelines {
  readonly #unanswered = new WeakMap<Socket, number>();

  /** Counts a request until its response is closed. Returns false if its connection is closed. */
  admits(socket: Socket, response: ServerResponse): boolean {
    const unanswered = this.#unanswered.get(socket) ?? 0;
    if (unanswered >= mostUnanswered) socket.destroy();
    if (socket.destroyed) return false;
    this.#unanswered.set(socket, unanswered + 1);
    response.once('close', () => this.#unanswered.set(socket, (this.#unanswered.get(socket) ?? 0) - 1));
    return true;
  }
}
