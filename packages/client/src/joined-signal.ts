/**
 * A signal that aborts with the first of its sources, and holds what it takes for that. `AbortSignal.any` and a
 * `Request` follow their sources only as long as something else holds them: after a garbage collection, a request that
 * waits would have no time limit, and its caller could not end it.
 */
export interface JoinedSignal {
  readonly signal: AbortSignal;
  /** Stops following the sources. */
  release(): void;
}

export function joinSignals(sources: readonly AbortSignal[]): JoinedSignal {
  const joined = new AbortController();
  const stops = sources.map((source) => {
    const end = (): void => joined.abort(source.reason);
    if (source.aborted) end();
    source.addEventListener('abort', end, { once: true });
    return () => source.removeEventListener('abort', end);
  });
  return {
    signal: joined.signal,
    release: () => {
      for (const stop of stops) stop();
    },
  };
}

/** Requests in flight, held because their signals are not followed once they are collected. */
const inFlight = new Set<Request>();

/** The result of work for some requests, or the reason of the signal as soon as it aborts. */
export async function untilAborted<T>(signal: AbortSignal, requests: readonly Request[], work: Promise<T>): Promise<T> {
  let end = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    end = () => reject(signal.reason);
  });
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  for (const request of requests) inFlight.add(request);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    for (const request of requests) inFlight.delete(request);
    signal.removeEventListener('abort', end);
  }
}
