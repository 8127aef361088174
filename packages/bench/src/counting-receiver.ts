import { createServer } from 'node:http';

/** Counts requests and answers 200: what receiving costs at the least. */
export interface CountingReceiver {
  readonly endpoint: string;
  /** Resolves with the requests per second over `count` requests, the first `skipped` ones from now on left out. */
  expect(count: number, skipped?: number): Promise<number>;
  close(): void;
}

export async function startCountingReceiver(): Promise<CountingReceiver> {
  let begun = 0;
  let seen = 0;
  let unmeasured = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let first = 0;
  let done: (perSecond: number) => void = () => undefined;
  const server = createServer((request, response) => {
    if (begun === unmeasured) first = performance.now();
    begun += 1;
    request.resume();
    request.once('end', () => {
      response.end();
      seen += 1;
      if (seen === wanted) done((wanted - unmeasured - 1) / ((performance.now() - first) / 1000));
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}/webhooks`,
    expect: (count, skipped = 0) => {
      begun = 0;
      seen = 0;
      unmeasured = skipped;
      wanted = skipped + count;
      return new Promise((resolve) => {
        done = resolve;
      });
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
