import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** An output of lines. Its writers never wait. */
export interface Output {
  /**
   * Writes a line together with others of the same moment, or drops it if the output is blocked and the buffer is full.
   */
  write(line: string): void;
  /** The number of dropped lines. */
  dropped(): number;
  /** Writes the rest and waits a moment for it. Returns whether it was accepted. */
  close(): Promise<boolean>;
}

/** Lines of one moment are written together: a write costs more than the line. */
const groupingMs = 20;
const closingMs = 500;
/** The most bytes that are buffered for a blocked output: a paused terminal, a pipe without a reader. */
const mostPendingBytes = 1024 * 1024;

export interface OutputOptions {
  /** The line to write in place of dropped lines. */
  readonly droppedLine: (count: number) => string;
  readonly mostBytes?: number;
}

/**
 * Writes lines to a stream that may block. Lines that do not fit are dropped and counted, and the count is written once
 * there is space.
 */
export function boundedOutput(stream: Writable, { droppedLine, mostBytes = mostPendingBytes }: OutputOptions): Output {
  let pending: string[] = [];
  let pendingBytes = 0;
  let untold = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;

  const keep = (line: string): void => {
    pending.push(line);
    pendingBytes += line.length;
    timer ??= setTimeout(flush, groupingMs);
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = pending.join('');
    pending = [];
    pendingBytes = 0;
    if (text !== '') stream.write(text);
  };
  const tellDropped = (): void => {
    if (untold === 0) return;
    keep(droppedLine(untold));
    untold = 0;
  };
  stream.on('drain', tellDropped);

  return {
    write: (line) => {
      if (stream.writableLength + pendingBytes + line.length > mostBytes) {
        untold += 1;
        dropped += 1;
        return;
      }
      tellDropped();
      keep(line);
    },
    dropped: () => dropped,
    close: async () => {
      if (stream.writableLength === 0) tellDropped();
      flush();
      const givesUpAt = performance.now() + closingMs;
      while (stream.writableLength > 0 && performance.now() < givesUpAt) await delay(10);
      stream.off('drain', tellDropped);
      return stream.writableLength === 0;
    },
  };
}

/**
 * Makes writes to a terminal non-blocking too, so that a stopped one (Ctrl-S) does not stop the server. Pipes are
 * non-blocking already, and files do not block. Node.js has no public method for this on its streams.
 */
export function unblockTerminal(stream: Writable): void {
  const { _handle: handle } = stream as { readonly _handle?: { setBlocking?(isBlocking: boolean): void } };
  if ('isTTY' in stream && stream.isTTY === true) handle?.setBlocking?.(false);
}
