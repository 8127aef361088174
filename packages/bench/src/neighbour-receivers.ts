import { openReceiver } from '../../server/test/receiver.ts';

/** The endpoints of three platforms: one accepts everything, one refuses everything, one never responds. */
export interface NeighbourReceivers {
  readonly healthy: string;
  readonly refusing: string;
  readonly silent: string;
  /** Milliseconds from each event to its arrival at the healthy endpoint, since the last call. */
  takeLatencies(): number[];
  /** Resolves when the healthy endpoint has this many events in total, or after the time limit. */
  untilReceived(events: number): Promise<void>;
  readonly received: () => number;
  /** Repeated deliveries of events that the healthy endpoint had already accepted. */
  readonly duplicates: () => number;
  readonly refused: () => number;
  readonly unanswered: () => number;
  close(): Promise<void>;
}

const longestWaitMs = 60_000;

export async function startNeighbourReceivers(): Promise<NeighbourReceivers> {
  const seen = new Set<string>();
  let latencies: number[] = [];
  let [duplicates, refused, unanswered] = [0, 0, 0];
  const receivers = await Promise.all([
    openReceiver(({ bytes }) => {
      const { id, type, timestamp } = JSON.parse(bytes.toString('utf8')) as Record<'id' | 'type' | 'timestamp', string>;
      if (type !== 'TEST') {
        if (seen.has(id)) duplicates += 1;
        else latencies.push(Date.now() - Date.parse(timestamp));
        seen.add(id);
      }
      return { status: 200 };
    }),
    openReceiver(() => {
      refused += 1;
      return { status: 500 };
    }),
    openReceiver(() => {
      unanswered += 1;
      return undefined;
    }),
  ]);
  const [healthy, refusing, silent] = receivers.map(({ origin }) => `${origin}/webhooks`) as [string, string, string];
  return {
    healthy,
    refusing,
    silent,
    takeLatencies: () => {
      const taken = latencies;
      latencies = [];
      return taken;
    },
    untilReceived: async (events) => {
      const givesUpAt = performance.now() + longestWaitMs;
      while (seen.size < events && performance.now() < givesUpAt)
        await new Promise((resolve) => setTimeout(resolve, 5));
    },
    received: () => seen.size,
    duplicates: () => duplicates,
    refused: () => refused,
    unanswered: () => unanswered,
    close: async () => {
      for (const receiver of receivers) await receiver.close();
    },
  };
}
