import { openReceiver, type Receiver } from '../../server/test/receiver.ts';

/** Counts requests and returns 200: the minimum cost of receiving. */
export interface CountingReceiver {
  readonly endpoint: string;
  /** Resolves with the requests per second over `count` requests, after the next `skipped` ones. */
  expect(count: number, skipped?: number): Promise<number>;
  readonly close: Receiver['close'];
}

export async function startCountingReceiver(): Promise<CountingReceiver> {
  let [seen, unmeasured, wanted, first] = [0, 0, Number.POSITIVE_INFINITY, 0];
  let done: (perSecond: number) => void = () => undefined;
  const { origin, close } = await openReceiver(() => {
    if (seen === unmeasured) first = performance.now();
    seen += 1;
    if (seen === wanted) done((wanted - unmeasured - 1) / ((performance.now() - first) / 1000));
    return { status: 200 };
  });
  return {
    endpoint: `${origin}/webhooks`,
    expect: (count, skipped = 0) => {
      [seen, unmeasured, wanted] = [0, skipped, skipped + count];
      return new Promise((resolve) => {
        done = resolve;
      });
    },
    close,
  };
}
