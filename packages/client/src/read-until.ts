import { type DataOf, orThrow, type Result } from './or-throw.ts';
import { sleep } from './retry.ts';

export interface ReadUntilOptions {
  /** The pause between two reads, in milliseconds: 1,000 unless given. */
  readonly everyMs?: number;
  /** How long to read, in milliseconds: 60,000 unless given. */
  readonly timeoutMs?: number;
  /** Ends the wait; `readUntil` then rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** The resource was not as expected in time. It may still become so: `last` is what was read last. */
export class NotDoneError<Data = unknown> extends Error {
  override readonly name = 'NotDoneError';
  readonly last: Data;

  constructor(timeoutMs: number, last: Data) {
    super(`Not done after ${timeoutMs / 1_000} seconds. \`last\` has the data that was read last.`);
    this.last = last;
  }
}

/**
 * Reads a resource until it is as expected, and returns it.
 *
 *     readUntil(() => client.GET('/quotes/{quoteId}', { params }), ({ status }) => status !== 'PROCESSING')
 *
 * Throws a refused read as `ApiError`, and `NotDoneError` if the time is over. Where an event reports the change, wait
 * for the event instead.
 */
export async function readUntil<Outcome extends Result<unknown>>(
  read: () => Promise<Outcome>,
  isDone: (data: DataOf<Outcome>) => boolean,
  { everyMs = 1_000, timeoutMs = 60_000, signal = new AbortController().signal }: ReadUntilOptions = {},
): Promise<DataOf<Outcome>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    signal.throwIfAborted();
    const data = await orThrow(read());
    if (isDone(data)) return data;
    if (performance.now() + everyMs > end) throw new NotDoneError(timeoutMs, data);
    await sleep(everyMs, signal);
  }
}
