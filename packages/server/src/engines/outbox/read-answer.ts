import { Buffer } from 'node:buffer';
import type { Dispatcher } from 'undici';

export interface Answer {
  readonly statusCode: number;
  readonly body: string;
}

export interface ReadAnswerOptions {
  readonly resolve: (answer: Answer) => void;
  /** Called if the response is incomplete. */
  readonly reject: (error: Error) => void;
  readonly onStatus: ((statusCode: number) => void) | undefined;
}

const decoder = new TextDecoder();

/** Reads one response completely. A stream would cost as much as the rest of the exchange. */
export class ReadAnswer implements Dispatcher.DispatchHandler {
  readonly #options: ReadAnswerOptions;
  #controller: Dispatcher.DispatchController | undefined;
  #isBrokenOff = false;
  #statusCode = 0;
  readonly #chunks: Buffer[] = [];

  constructor(options: ReadAnswerOptions) {
    this.#options = options;
  }

  breakOff(): void {
    this.#isBrokenOff = true;
    this.#controller?.abort(new Error('the exchange was broken off'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isBrokenOff) this.breakOff();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number): void {
    // Interim responses may precede the response.
    if (statusCode < 200) return;
    this.#statusCode = statusCode;
    this.#options.onStatus?.(statusCode);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [only] = this.#chunks;
    const bytes = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : only;
    this.#options.resolve({ statusCode: this.#statusCode, body: bytes === undefined ? '' : decoder.decode(bytes) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#options.reject(error);
  }
}
