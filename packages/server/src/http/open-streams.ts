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
  /** Streams that may be open at the same time in this process. */
  readonly ofPlatform: number;
  readonly ofToken: number;
  /** What may wait for a reader who does not read. */
  readonly unreadBytes: number;
}

export const streamLimits: StreamLimits = { ofPlatform: 500, ofToken: 250, unreadBytes: 1024 * 1024 };

/** What keeps a connection, and whatever stands between, from taking silence for the end. */
const heartbeatMs = 15_000;
/** A token that is taken away loses its streams this late at the latest. */
const admissionMs = 2_000;
/** How long a reader who was cut off is asked to wait before it connects again. */
const reconnectMs = 2_000;
const secondsUntilFree = 5;

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  vary: 'accept-encoding',
  // Nothing follows on this connection: it is closed with its stream, and does not hold up a stop.
  connection: 'close',
  // Some proxies would collect messages before they pass them on.
  'x-accel-buffering': 'no',
};

/** What a stream is opened for. */
export interface StreamRequest {
  readonly caller: Caller;
  readonly choice: FeedChoice;
  /** Whether its credentials would be taken now. */
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

  /** Why no further stream is opened for a caller, if there is a reason. */
  refuse({ tenant, tokenId }: Caller): Refusal<'RATE_LIMITED' | 'SERVICE_UNAVAILABLE'> | undefined {
    if (this.#isClosing) return { ...refuse('SERVICE_UNAVAILABLE', closing), retryAfterSeconds: secondsUntilFree };
    const { ofPlatform, ofToken } = this.#limits;
    const isFull = (name: string, limit: number): boolean => (this.#counts.get(name) ?? 0) >= limit;
    const full = isFull(ofTokenNamed(tokenId), ofToken)
      ? `This token has ${ofToken} streams open, and no more are allowed.`
      : isFull(ofPlatformNamed(tenant), ofPlatform)
        ? `This platform has ${ofPlatform} streams open, and no more are allowed.`
        : undefined;
    if (full === undefined) return undefined;
    const reason = `${full} Close one that nobody reads, or let several readers share one.`;
    return { ...refuse('RATE_LIMITED', reason), retryAfterSeconds: secondsUntilFree };
  }

  /** Answers with what is told, until either side ends it. `HEAD` gets the headers alone. */
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

  /** Ends all of them. Their readers connect again, with their positions. */
  close(): void {
    this.#isClosing = true;
    this.#stopTimers();
    for (const { response } of this.#open) response.end();
  }

  #count({ caller: { tenant, tokenId } }: OpenStream, change: number): void {
    for (const name of [ofTokenNamed(tokenId), ofPlatformNamed(tenant)]) {
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

  /** Says also how far the stream has come, since nothing of what was passed over may have been wanted. */
  #beat(): void {
    for (const { response, follower } of this.#open) {
      const text = `: heartbeat\nid: ${this.#options.feed.positions.write(follower.at)}\n\n`;
      if (!response.writableNeedDrain) response.write(encoded(text, follower.encoding));
    }
  }

  /** Ends the streams of tokens that would not be let in any more. One is asked for all of its token. */
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

const closing = 'The server is being stopped. Connect again with the last id that came, and nothing is missed.';

/** Packed for whoever takes that: with many readers, the bytes cost more than what is told. */
function encodingOf({ headers }: FastifyRequest): StreamEncoding {
  const accepted = { 'accept-encoding': headers['accept-encoding'] };
  return new Negotiator({ headers: accepted }).encoding(['gzip', 'identity']) === 'gzip' ? 'gzip' : 'identity';
}

function ofTokenNamed(tokenId: string): string {
  return `token ${tokenId}`;
}

function ofPlatformNamed(tenant: number): string {
  return `platform ${tenant}`;
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
