import type { Writable } from 'node:stream';

/** Where lines go, without anybody ever waiting for it. */
export interface Output {
  /** Writes a line with the others of its moment, or drops it where nobody takes what is there. */
  write(line: string): void;
  /** How many lines were dropped so far. */
  dropped(): number;
  /** Writes what there is and waits a moment until it is taken; whether it was. */
  close(): Promise<boolean>;
}

/** Lines of one moment are written together: a write costs more than the line. */
const groupingMs = 20;
const closingMs = 500;
/** As much as is kept of what nobody takes: a paused terminal, a pipe without a reader. */
const mostPendingBytes = 1024 * 1024;

export interface OutputOptions {
  /** What is written where lines were dropped. */
  readonly droppedLine: (count: number) => string;
  readonly mostBytes?: number;
}

/** Lines to a stream that may stand still. What does not fit is dropped and counted, and the count is told once there is room. */
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
      while (stream.writableLength > 0 && performance.now() < givesUpAt) await pause();
      stream.off('drain', tellDropped);
      return stream.writableLength === 0;
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}

/**
 * A terminal is written to without waiting too, so that one that was stopped (Ctrl-S) stops nothing else. Pipes are
 * by themselves, and files do not stop. Node.js has no name for it on its streams.
 */
export function neverWaitFor(stream: Writable): void {
  const { _handle: handle } = stream as { readonly _handle?: { setBlocking?(isBlocking: boolean): void } };
  if ('isTTY' in stream && stream.isTTY === true) handle?.setBlocking?.(false);
}
