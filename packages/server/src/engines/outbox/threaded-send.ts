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

/** The messages to the thread. */
export type GivenWork =
  | { readonly mayReachLoopback: boolean; readonly requests: readonly NumberedRequest[] }
  /** Aborts running attempts and ends the thread. */
  | 'CLOSE';

/** The results of the thread, several per message. */
export interface GivenAnswer {
  readonly number: number;
  readonly answer: WebhookAnswer;
}

interface ThreadOptions {
  /** Called when the thread has failed, or was ended because it did not respond. */
  readonly onBug: (error: unknown) => void;
  /** Starts the thread. Tests replace it with one that fails. */
  readonly openThread?: () => Worker;
  /** Every request is answered within `longestSendMs`, so a thread that is silent for this long is stuck. */
  readonly patienceMs?: number;
}

export type ThreadedSendOptions = Omit<Reach, 'resolve'> & ThreadOptions;

const longestSilenceMs = longestSendMs + 4 * secondMs;
/** Extra time after a silence for messages that have not been read yet: timers fire before messages arrive. */
const lastChanceMs = secondMs;
/** The shortest time between a failure of the thread and its restart. */
const restMs = secondMs;
/** How long the thread may take to report aborted attempts. */
const closeMs = secondMs;

function openSendingThread(): Worker {
  return new Worker(new URL('./sending-thread.ts', import.meta.url), { name: 'webhooks' });
}

/**
 * Signs and sends in a separate thread, which starts with the first webhook. That takes two thirds of the cost of a
 * delivery off the thread that handles requests. A failed thread says nothing about any endpoint: its attempts are
 * broken off, and the next request gets a new thread.
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
  /** The resolvers of running requests, by the number of the request. */
  readonly #waiting = new Map<number, (answer: WebhookAnswer) => void>();
  #last = 0;
  /** The requests for the next message to the thread. */
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
      // Requests of one turn of the event loop are sent together.
      if (this.#requests.length === 0) queueMicrotask(() => this.#post());
      this.#requests.push({ number: this.#last, endpoint, body, key });
    }
    return promise;
  }

  /** Aborts running attempts. */
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
    const checksAtMs = performance.now() + durationMs;
    this.#watch ??= setTimeout(() => {
      this.#watch = undefined;
      if (this.#waiting.size === 0 || this.#thread === undefined) return;
      const nowMs = performance.now();
      const silentMs = nowMs - this.#heardAtMs;
      if (silentMs < this.#patienceMs) return this.#watchFor(this.#patienceMs - silentMs);
      // After the whole process was stopped, the thread needs a moment to run, and its messages must be read.
      if (!isLastChance || nowMs - checksAtMs > lastChanceMs) return this.#watchFor(lastChanceMs, true);
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
