import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** Tracks the requests of a transport, before a server is connected to it. */
export interface WaitingRequests {
  /** Resolves once every received request has a response or was cancelled by its client. */
  answered(): Promise<void>;
}

export function followRequests(transport: Transport): WaitingRequests {
  const waiting = new Set<unknown>();
  let listeners: (() => void)[] = [];
  const remove = (id: unknown): void => {
    waiting.delete(id);
    if (waiting.size > 0) return;
    for (const listener of listeners) listener();
    listeners = [];
  };
  transport.onmessage = (message) => {
    if (!('method' in message)) return;
    if ('id' in message) waiting.add(message.id);
    else if (message.method === 'notifications/cancelled') remove(message.params?.['requestId']);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    await send(message, options);
    if (!('method' in message)) remove(message.id);
  };
  return {
    answered: () =>
      waiting.size === 0 ? Promise.resolve() : new Promise((resolve) => void listeners.push(() => resolve())),
  };
}
