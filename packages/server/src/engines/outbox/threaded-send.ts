import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { secondMs } from '../../ground/clock/instant.ts';
import type { Reach } from './guarded-agent.ts';
import {
  answerInsteadOf,
  brokenOff,
  longestSendMs,
  type SendWebhook,
  type WebhookAnswer,
  type WebhookRequest,
} from './send.ts';

interface NumberedRequest extends WebhookRequest {
  readonly number: number;
}

/** What the thread is given. */
export type GivenWork =
  | { readonly mayReachLoopback: boolean; readonly requests: readonly NumberedRequest[] }
  /** Breaks off what is under way and ends. */
  | 'CLOSE';

/** What it gives back, several at a time. */
export interface GivenAnswer {
  readonly number: number;
  readonly answer: WebhookAnswer;
}

interface ThreadOptions {
  /** Told when the thread has failed, or has been silent for too long and was ended. */
  readonly onBug: (error: unknown) => void;
  /** Starts the thread; tests start one that fails. */
  readonly openThread?: () => Worker;
  /** Every request is answered within `longestSendMs`, so a thread that is silent for so long is stuck. */
  readonly patienceMs?: number;
}

export type ThreadedSendOptions = Omit<Reach, 'resolve'> & ThreadOptions;

const longestSilenceMs = longestSendMs + 4 * secondMs;
/** After a silence, for what may be on its way: timers have their turn before messages. */
const lastChanceMs = secondMs;
/** A thread that has failed is started again no sooner. */
const restMs = secondMs;
/** What is broken off is given so long to say that it was. */
const closeMs = secondMs;

function openSendingThread(): Worker {
  return new Worker(new URL('./sending-thread.ts', import.meta.url), { name: 'webhooks' });
}

/**
 * Signs and sends from a thread of its own, which begins with the first webhook: two thirds of what a delivery costs, and
 * none of it is then taken from requests. A thread that has failed says nothing about any endpoint: what it had is broken
 * off, and the next request has a new one.
 */
export function createThreadedSend({ allowsLoopback, servesProduction, ...options }: ThreadedSendOptions): SendWebhook {
  const thread = new SendingThread(options);
  const send = async (request: WebhookRequest): Promise<WebhookAnswer> => {
    try {
      const mayReachLoopback = allowsLoopback && !(await servesProduction?.());
      return await thread.send(request, mayReachLoopback);
    } catch (error) {
      return answerInsteadOf(error);
    }
  };
  return Object.assign(send, { close: () => thread.close() });
}

class SendingThread {
  readonly #openThread: () => Worker;
  readonly #onBug: (error: unknown) => void;
  readonly #patienceMs: number;
  #thread: Worker | undefined;
  /** Who waits for an answer, by the number of the request. */
  readonly #waiting = new Map<number, (answer: WebhookAnswer) => void>();
  #last = 0;
  /** What goes to the thread with the next message. */
  #requests: NumberedRequest[] = [];
  #mayReachLoopback = false;
  #heardAtMs = 0;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  #watch: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ onBug, openThread = openSendingThread, patienceMs = longestSilenceMs }: ThreadOptions) {
    this.#openThread = openThread;
    this.#onBug = onBug;
    this.#patienceMs = patienceMs;
  }

  send({ endpoint, body, key }: WebhookRequest, mayReachLoopback: boolean): Promise<WebhookAnswer> {
    const { promise, resolve } = Promise.withResolvers<WebhookAnswer>();
    if (this.#isClosed) resolve(brokenOff);
    else {
      this.#last += 1;
      if (this.#waiting.size === 0) this.#heardAtMs = performance.now();
      this.#waiting.set(this.#last, resolve);
      this.#mayReachLoopback = mayReachLoopback;
      // What is asked for in one turn of the event loop goes together.
      if (this.#requests.length === 0) queueMicrotask(() => this.#post());
      this.#requests.push({ number: this.#last, endpoint, body, key });
    }
    return promise;
  }

  /** Breaks off what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#watch);
    const thread = this.#thread;
    if (thread === undefined) return this.#end();
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    thread.postMessage('CLOSE' satisfies GivenWork);
    await Promise.race([ended, delay(closeMs, undefined, { ref: false })]);
    await thread.terminate();
  }

  #post(): void {
    if (this.#isClosed || this.#requests.length === 0) return;
    const restsMs = this.#failedAtMs + restMs - performance.now();
    if (this.#thread === undefined && restsMs > 0) {
      setTimeout(() => this.#post(), restsMs).unref();
      return;
    }
    this.#thread ??= this.#start();
    const work: GivenWork = { mayReachLoopback: this.#mayReachLoopback, requests: this.#requests };
    this.#requests = [];
    this.#thread.postMessage(work);
    this.#watchFor(this.#patienceMs);
  }

  #start(): Worker {
    const thread = this.#openThread();
    thread.unref();
    thread.once('online', () => this.#hear([]));
    thread.on('message', (answers: readonly GivenAnswer[]) => this.#hear(answers));
    thread.on('error', (error) => this.#fail(error));
    thread.once('exit', () => this.#end());
    return thread;
  }

  #hear(answers: readonly GivenAnswer[]): void {
    this.#heardAtMs = performance.now();
    for (const { number, answer } of answers) {
      this.#waiting.get(number)?.(answer);
      this.#waiting.delete(number);
    }
  }

  #watchFor(durationMs: number, isLastChance = false): void {
    const looksAtMs = performance.now() + durationMs;
    this.#watch ??= setTimeout(() => {
      this.#watch = undefined;
      if (this.#waiting.size === 0 || this.#thread === undefined) return;
      const nowMs = performance.now();
      const silentMs = nowMs - this.#heardAtMs;
      if (silentMs < this.#patienceMs) return this.#watchFor(this.#patienceMs - silentMs);
      // Where the whole process stood still, the thread has to run for a moment, and what it said to be heard.
      if (!isLastChance || nowMs - looksAtMs > lastChanceMs) return this.#watchFor(lastChanceMs, true);
      this.#fail(new Error(`the thread that sends webhooks was silent for ${Math.round(silentMs)} ms and was ended`));
      void this.#thread.terminate();
    }, durationMs).unref();
  }

  #fail(error: unknown): void {
    this.#failedAtMs = performance.now();
    this.#onBug(error);
  }

  #end(): void {
    this.#thread = undefined;
    this.#requests = [];
    for (const resolve of this.#waiting.values()) resolve(brokenOff);
    this.#waiting.clear();
  }
}
