import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { FeedChoice, Follower } from '../engines/live-feed/follower.ts';
import type { LiveFeed } from '../engines/live-feed/live-feed.ts';
import { encoded, opened, type StreamEncoding } from '../engines/live-feed/stream-encoding.ts';
import { type Caller, type Refusal, refuse } from '../operation/operation.ts';

export interface OpenStreamsOptions {
  readonly feed: Pick<LiveFeed, 'follow' | 'leave' | 'positions'>;
  readonly onBug: (error: unknown) => void;
  readonly streamLimits?: StreamLimits;
}

export interface StreamLimits {
  /** The most streams that may be open at the same time in this process. */
  readonly ofPlatform: number;
  readonly ofToken: number;
  /** The most unread bytes of one reader. */
  readonly unreadBytes: number;
}

export const streamLimits: StreamLimits = { ofPlatform: 500, ofToken: 250, unreadBytes: 1024 * 1024 };

/** Without heartbeats, connections and proxies would take silence for the end. */
const heartbeatMs = 15_000;
/** The longest time until a revoked token loses its streams. */
const admissionMs = 2_000;
/** How long a reader should wait before it reconnects after a cut. */
const reconnectMs = 2_000;
const secondsUntilFree = 5;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  vary: 'accept-encoding',
  // Nothing follows on this connection: it closes with its stream, so it does not delay a stop.
  connection: 'close',
  // Some proxies would otherwise buffer messages.
  'x-accel-buffering': 'no',
};

/** The caller and the choice of a stream. */
export interface StreamRequest {
  readonly caller: Caller;
  readonly choice: FeedChoice;
  /** Whether its credentials would be accepted now. */
  readonly isStillAdmitted: () => Promise<boolean>;
}

interface OpenStream extends StreamRequest {
  readonly response: ServerResponse;
  readonly follower: Follower;
}

/** The streams that are open in this process. */
export class OpenStreams {
  readonly #options: OpenStreamsOptions;
  readonly #limits: StreamLimits;
  readonly #open = new Set<OpenStream>();
  readonly #counts = new Map<string, number>();
  #timers: readonly NodeJS.Timeout[] = [];
  #isAsking = false;
  #isClosing = false;

  constructor(options: OpenStreamsOptions) {
    this.#options = options;
    this.#limits = options.streamLimits ?? streamLimits;
  }

  /** The refusal of a further stream for a caller, if a limit is reached. */
  refuse({ tokenId, ...caller }: Caller): Refusal<'RATE_LIMITED' | 'SERVICE_UNAVAILABLE'> | undefined {
    if (this.#isClosing) return { ...refuse('SERVICE_UNAVAILABLE', closing), retryAfterSeconds: secondsUntilFree };
    const { ofPlatform, ofToken } = this.#limits;
    const isFull = (name: string, limit: number): boolean => (this.#counts.get(name) ?? 0) >= limit;
    const full = isFull(ofTokenNamed(tokenId), ofToken)
      ? `This token has ${ofToken} open streams, which is the limit.`
      : isFull(ofPlatformNamed(caller), ofPlatform)
        ? `This platform has ${ofPlatform} open streams with its worlds, which is the limit.`
        : undefined;
    if (full === undefined) return undefined;
    const reason = `${full} Close an unused one, or share one between several readers.`;
    return { ...refuse('RATE_LIMITED', reason), retryAfterSeconds: secondsUntilFree };
  }

  /** Streams events until either side ends the response. `HEAD` gets the headers only. */
  open(reply: FastifyReply, asked: StreamRequest): void {
    const { raw: response } = reply;
    const encoding = encodingOf(reply.request);
    const packed = encoding === 'gzip' && { 'content-encoding': encoding };
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers, ...packed })) {
      if (value !== undefined) response.setHeader(name, value);
    }
    response.writeHead(200);
    if (reply.request.method === 'HEAD') {
      response.end();
      return;
    }
    const { feed } = this.#options;
    response.write(opened(`retry: ${reconnectMs}\nid: ${feed.positions.write(asked.choice.after)}\n\n`, encoding));
    const follower = feed.follow(asked.choice, {
      encoding,
      write: (bytes) => {
        if (response.writableLength > this.#limits.unreadBytes) response.destroy();
        else response.write(bytes);
      },
      drained: () => drained(response),
      end: () => response.end(),
    });
    const stream: OpenStream = { ...asked, response, follower };
    this.#count(stream, 1);
    this.#open.add(stream);
    response.once('close', () => {
      feed.leave(follower);
      this.#count(stream, -1);
      this.#open.delete(stream);
      if (this.#open.size === 0) this.#stopTimers();
    });
    if (this.#timers.length === 0) this.#startTimers();
  }

  /** Ends all streams. Their readers reconnect with their positions. */
  close(): void {
    this.#isClosing = true;
    this.#stopTimers();
    for (const { response } of this.#open) response.end();
  }

  #count({ caller }: OpenStream, change: number): void {
    for (const name of [ofTokenNamed(caller.tokenId), ofPlatformNamed(caller)]) {
      const count = (this.#counts.get(name) ?? 0) + change;
      if (count === 0) this.#counts.delete(name);
      else this.#counts.set(name, count);
    }
  }

  #startTimers(): void {
    const report = (error: unknown): void => this.#options.onBug(error);
    this.#timers = [
      setInterval(() => this.#beat(), heartbeatMs),
      setInterval(() => void this.askAgain().catch(report), admissionMs),
    ];
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  /** Also sends the position, since the reader may have filtered out everything so far. */
  #beat(): void {
    for (const { response, follower } of this.#open) {
      const text = `: heartbeat\nid: ${this.#options.feed.positions.write(follower.at)}\n\n`;
      if (!response.writableNeedDrain) response.write(encoded(text, follower.encoding));
    }
  }

  /** Ends the streams of tokens that are no longer admitted. One stream stands for all of its token. */
  async askAgain(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      const ofToken = Map.groupBy(this.#open, ({ caller }) => caller.tokenId);
      for (const streams of ofToken.values()) {
        if (await streams[0]?.isStillAdmitted()) continue;
        for (const { response } of streams) response.end();
      }
    } finally {
      this.#isAsking = false;
    }
  }
}

const closing = 'The server is stopping. Reconnect with the last id that you received; no event is lost.';

/** Compressed if the reader accepts it: with many readers, traffic costs more than compression. */
function encodingOf({ headers }: FastifyRequest): StreamEncoding {
  const accepted = { 'accept-encoding': headers['accept-encoding'] };
  return new Negotiator({ headers: accepted }).encoding(['gzip', 'identity']) === 'gzip' ? 'gzip' : 'identity';
}

function ofTokenNamed(tokenId: string): string {
  return `token ${tokenId}`;
}

/** A platform can create any number of sandbox worlds, so they share its streams. */
function ofPlatformNamed({ tenant, creator = tenant }: Pick<Caller, 'tenant' | 'creator'>): string {
  return `platform ${creator}`;
}

function drained(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
