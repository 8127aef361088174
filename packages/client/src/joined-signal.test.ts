import { once } from 'node:events';
import { createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from './create-client.ts';
import { NoAnswerError } from './no-answer-error.ts';
import { streamActivity } from './stream-activity.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

describe('a request that waits while garbage is collected', () => {
  let platform = { baseUrl: '', tokenId: 'id', tokenSecret: 'secret' };

  beforeEach(async () => {
    /** It reads requests and never answers. */
    const silent = createServer((socket) => socket.on('error', () => undefined).resume());
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    platform = { ...platform, baseUrl: `http://127.0.0.1:${address.port}/2025-10-13` };
    const collecting = setInterval(collect, 20);
    onTestFinished(() => {
      clearInterval(collecting);
      silent.close();
    });
  });

  it('ends at its time limit', async () => {
    const client = createClient({ ...platform, timeoutMs: 300, retry: { delaysMs: [] } });
    await expect(client.GET('/customers')).rejects.toBeInstanceOf(NoAnswerError);
  });

  it('ends with the signal of its caller', async () => {
    const signal = AbortSignal.timeout(300);
    await expect(createClient(platform).GET('/customers', { signal })).rejects.toThrow('aborted due to timeout');
  });

  it('ends with the signal of a stream', async () => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 300);
    const messages = streamActivity({ ...platform, signal: ending.signal });
    expect(await messages.next()).toEqual({ done: true, value: undefined });
  });

  it('reconnects a silent stream', async () => {
    const ending = new AbortController();
    let connections = 0;
    const count = (request: Request): Promise<Response> => {
      connections += 1;
      if (connections === 3) ending.abort();
      return fetch(request);
    };
    const retry = { delaysMs: [1] };
    const messages = streamActivity({ ...platform, silenceMs: 100, signal: ending.signal, fetch: count, retry });
    await messages.next();
    expect(connections).toBe(3);
  });
});
