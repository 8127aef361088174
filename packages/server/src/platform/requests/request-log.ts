import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { type OperationId, operationTable } from '@payments-platform/types';
import { secondMs } from '../../ground/clock/instant.ts';
import { type Database, DatabaseUnavailable, UniqueViolation } from '../../ground/database/database.ts';
import { digestText } from '../../ground/database/sealed-columns.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';
import type { Exchange, FinishedRequest, RequestListener } from '../../operation/finished-request.ts';
import type { Caller } from '../../operation/operation.ts';
import { ExchangeSlabs, type SlabText } from './exchange-slabs.ts';
import { keep } from './kept-exchange.ts';
import { lastOfSurplus, mostOfSandbox, removeBefore } from './removed-requests.ts';
import { batchesOf, type WholeRequest } from './request-batch.ts';
import type { KeptRequest } from './request-marks.ts';
import { insertBatch } from './requests-repository.ts';
import { type WaitingRequest, WaitingRequests } from './waiting-requests.ts';

export interface RequestLogOptions {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly onBug: (error: unknown) => void;
  /** Called when rows are committed. */
  readonly onWritten?: () => void;
  /** Called with one line about requests that are missing from the log. */
  readonly tell: (line: string) => void;
  /** The most requests that a sandbox platform keeps. */
  readonly mostOfSandbox?: number;
}

/**
 * The most requests that are written together. A larger batch costs less per request, since its requests share
 * marks, but delays others that wait for the same commit.
 */
const largestBatch = 512;
const flushAfterMs = 400;
const retryAfterMs = secondMs;

/** Whether only the newest requests are kept. */
const isBounded = { SANDBOX: true, PRODUCTION: false } as const;

/** A finished request that is not redacted yet. */
interface Unredacted {
  readonly finished: FinishedRequest;
  readonly operationId: OperationId;
  readonly caller: Caller;
  readonly exchange: Exchange;
}

/** This many are redacted in a row: for a single one, the code would have left the processor's caches. */
const mostUnredacted = 32;

interface Waiting extends WaitingRequest, WholeRequest {
  readonly text: SlabText;
  readonly isBounded: boolean;
}

/** Operations that read or stream the log would fill it with themselves. */
const unlogged: ReadonlySet<OperationId> = new Set(
  (Object.keys(operationTable) as OperationId[]).filter((id) =>
    /^\/(requests|stream)(\/|$)/.test(operationTable[id].path),
  ),
);

const secrets = new WeakMap<Sealer, string>();
/** 48 bits: keys have no order, so the index of their digests is the most expensive one, because of its size. */
const digestLength = 8;
/** Older log entries have digests of 96 bits. */
const longDigestLength = 16;

/** The digests, of every length, that find requests with a key; the key itself is stored sealed. */
export function keyDigestsOf(sealer: Sealer, tenant: number, key: string): readonly string[] {
  const digest = wholeDigestOf(sealer, tenant, key);
  return [digestLength, longDigestLength].map((length) => digest.slice(0, length));
}

/** One call costs a tenth of an HMAC. */
function wholeDigestOf(sealer: Sealer, tenant: number, key: string): string {
  const secret = secrets.get(sealer) ?? Buffer.from(sealer.secretFor('keys of requests')).toString('base64');
  secrets.set(sealer, secret);
  const inner = hash('sha256', `${secret}${digestText(tenant, key)}`, 'base64url');
  return hash('sha256', `${secret}${inner}`, 'base64url');
}

/**
 * Stores the requests of platforms asynchronously: rows gather in memory and are written in batches, in their own
 * units. Rows that cannot be written in time are dropped and counted; no request waits for them.
 */
export class RequestLog {
  readonly #options: RequestLogOptions;
  #unredacted: Unredacted[] = [];
  readonly #waiting = new WaitingRequests<Waiting>();
  readonly #slabs = new ExchangeSlabs();
  /** A batch whose commit has an unknown outcome. */
  #unsure: readonly Waiting[] | undefined;
  #dropped = 0;
  #reportedDropped = 0;
  #isStarted = false;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  readonly #sinceTrim = new Map<number, number>();

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  /** Takes finished requests, which are redacted a moment later: only the redacted form stays in memory. */
  readonly listener: RequestListener = (finished, exchange) => {
    const { caller, operationId } = finished;
    if (caller === null || operationId === null || unlogged.has(operationId)) return;
    this.#unredacted.push({ finished, operationId, caller, exchange });
    if (this.#unredacted.length === mostUnredacted) this.#takeIn();
    if (this.#isStarted && this.#flushing === undefined)
      this.#flushSoon(this.#waiting.count >= largestBatch ? 0 : flushAfterMs);
  };

  #takeIn(): void {
    const unredacted = this.#unredacted;
    this.#unredacted = [];
    for (const one of unredacted) {
      try {
        if (this.#waiting.hasRoomFor(one.caller.tenant)) this.#dropped += this.#waiting.add(this.#taken(one));
        else this.#dropped += 1;
      } catch (error) {
        this.#dropped += 1;
        this.#options.onBug(error);
      }
    }
  }

  /** The number of requests that are missing from the log since the start. */
  get dropped(): number {
    this.#takeIn();
    return this.#dropped;
  }

  /** From now on it writes automatically; before, only on `flush`. */
  start(): void {
    this.#isStarted = true;
  }

  /** Forgets a deleted tenant; no requests of it follow. */
  forget(tenant: number): void {
    this.#unredacted = this.#unredacted.filter(({ caller }) => caller.tenant !== tenant);
    this.#waiting.keep((taken) => taken.tenant !== tenant);
    this.#unsure = this.#unsure?.filter((taken) => taken.tenant !== tenant);
    this.#sinceTrim.delete(tenant);
  }

  /** Writes everything that waits. */
  async flush(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing;
    await this.#flushNow(0);
  }

  /** After the first batch, up to `mostLeft` may be left for the next one. */
  async #flushNow(mostLeft: number): Promise<void> {
    const flushing = this.#writeAll(mostLeft);
    this.#flushing = flushing;
    await flushing;
    if (this.#flushing === flushing) this.#flushing = undefined;
    if (this.#isStarted && this.#unredacted.length + this.#waiting.count > 0) this.#flushSoon(flushAfterMs);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#isStarted) return;
    this.#isStarted = false;
    await this.flush();
    clearTimeout(this.#timer);
  }

  #taken({ finished, operationId, caller: { tenant, environment, tokenId, agentId }, exchange }: Unredacted): Waiting {
    const { id, method, path, status, code, durationMs, isReplay, trace, startedAt } = finished;
    const { idempotencyKey } = exchange;
    const kept = keep(finished, operationId, exchange);
    const { sealer } = this.#options;
    const text = this.#slabs.keep(kept.exchange);
    return {
      tenant,
      size: text.bytes.length,
      request: {
        id,
        createdAt: startedAt,
        method: method ?? '',
        operationId,
        path: path ?? '',
        status,
        code,
        durationMs: Math.round(durationMs),
        tokenId: tokenId.startsWith('Token:') ? tokenId : null,
        agentId: agentId ?? null,
        isReplay,
        traceId: trace.traceId,
        resourceIds: kept.resourceIds,
        keyDigest:
          idempotencyKey === undefined ? null : wholeDigestOf(sealer, tenant, idempotencyKey).slice(0, digestLength),
      } as KeptRequest,
      text,
      exchange: text.bytes,
      isBounded: isBounded[environment],
    };
  }

  #flushSoon(afterMs: number): void {
    if (this.#timer !== undefined && afterMs > 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // A flush that is under way writes everything.
      if (this.#flushing === undefined) void this.#flushNow(largestBatch - 1);
    }, afterMs).unref();
  }

  async #writeAll(mostLeft: number): Promise<void> {
    this.#takeIn();
    try {
      // The first batch is written however small it is; requests that arrive meanwhile wait for a larger batch.
      let mayWait = 0;
      for (let left = this.#waiting.count; left > 0 && this.#waiting.count > mayWait; left -= largestBatch) {
        const batch = this.#unsure ?? this.#waiting.first(largestBatch);
        await this.#writeOnce(batch);
        this.#options.onWritten?.();
        for (const { text } of batch) this.#slabs.release(text);
        // Some tenants may have been forgotten meanwhile.
        const written = new Set(batch);
        this.#waiting.keep((taken) => !written.has(taken));
        await this.#trim(batch);
        mayWait = mostLeft;
      }
      const missing = this.#dropped - this.#reportedDropped;
      this.#reportedDropped = this.#dropped;
      if (missing > 0) this.#options.tell(`${missing} requests are missing from the request log`);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    if (error instanceof DatabaseUnavailable) {
      if (this.#isStarted) this.#flushSoon(retryAfterMs);
      return;
    }
    // A batch that cannot be written now could not be written later either.
    this.#dropped += this.#waiting.count;
    this.#waiting.keep(() => false);
    this.#unsure = undefined;
    this.#options.onBug(error);
  }

  /** A batch is written again if the response to its commit was lost; if it was committed, it already exists. */
  async #writeOnce(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#write(batch);
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.isOutcomeUnknown) this.#unsure = batch;
      if (this.#unsure === undefined || !(error instanceof UniqueViolation)) throw error;
    }
    this.#unsure = undefined;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const { database } = this.#options;
    const platforms = Map.groupBy(batch, ({ tenant }) => tenant);
    const made = await Promise.all(
      Array.from(platforms, ([tenant, whole]) => batchesOf(database.engine, tenant, whole)),
    );
    await database.transaction(async (unit) => {
      for (const batch of made.flat()) insertBatch(unit, batch);
    });
  }

  /** A platform keeps its newest requests, and up to a tenth more until the next trim. */
  async #trim(batch: readonly Waiting[]): Promise<void> {
    const { database, mostOfSandbox: most = mostOfSandbox } = this.#options;
    for (const { tenant, isBounded: counts } of batch)
      if (counts) this.#sinceTrim.set(tenant, (this.#sinceTrim.get(tenant) ?? 0) + 1);
    for (const [tenant, count] of this.#sinceTrim) {
      if (count < most / 10) continue;
      this.#sinceTrim.set(tenant, 0);
      const last = await database.read((unit) => lastOfSurplus(unit, tenant, most));
      if (last === undefined) continue;
      // Removes `last` too, and keeps every later batch.
      const surplus = { tenant, before: `${last} `, limit: largestBatch };
      for (let removed = 1; removed > 0; ) removed = await database.transaction((unit) => removeBefore(unit, surplus));
    }
  }
}
