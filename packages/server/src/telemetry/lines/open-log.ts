import type { Writable } from 'node:stream';
import type { AttemptListener } from '../../engines/outbox/finished-attempt.ts';
import type { Clock } from '../../ground/clock/clock.ts';
import type { FinishedRequest } from '../../operation/finished-request.ts';
import { boundedOutput, neverWaitFor } from './bounded-output.ts';
import { attemptLine, inColour, plain, requestLine } from './text-lines.ts';

export interface LogOptions {
  readonly form: 'text' | 'json';
  /** No line for each request and attempt; what the operator has to know is told all the same. */
  readonly isQuiet: boolean;
  readonly hasColours: boolean;
}

/** What the server tells whoever runs it while it works. Nothing waits for it. */
export interface Log {
  readonly request: (finished: FinishedRequest) => void;
  readonly attempt: AttemptListener;
  /** What the operator has to know, in a line. */
  readonly note: (text: string) => void;
  readonly bug: (stack: string, requestId?: string) => void;
  /** How many lines were dropped so far, since nobody took them. */
  readonly dropped: () => number;
  /** Whether everything was taken that was written. */
  readonly close: () => Promise<boolean>;
}

/** pino is loaded where its lines are wanted. */
export async function openLog(stream: Writable, options: LogOptions, clock: Clock): Promise<Log> {
  neverWaitFor(stream);
  const log = options.form === 'json' ? await jsonLog(stream, clock) : textLog(stream, options);
  const request: Log['request'] = (finished) => {
    if (!isBesideTheInterface(finished)) log.request(finished);
  };
  return options.isQuiet ? { ...log, request: () => undefined, attempt: () => undefined } : { ...log, request };
}

/** Probes, scrapes and the files of the documentation that were served as they should be: many, and nobody asks for them. */
function isBesideTheInterface({ operationId, route, status }: FinishedRequest): boolean {
  return operationId === null && status < 400 && /^\/(healthz|readyz|metrics|docs)\b/.test(route ?? '');
}

function textLog(stream: Writable, { hasColours }: LogOptions): Log {
  const paint = hasColours ? inColour : plain;
  const note = (text: string): string => `payments: ${text}\n`;
  const droppedLine = (count: number): string => note(`${count} lines were dropped, since the output was not taken.`);
  const output = boundedOutput(stream, { droppedLine });
  return {
    request: (finished) => output.write(requestLine(finished, paint)),
    attempt: (finished) => output.write(attemptLine(finished, paint)),
    note: (text) => output.write(note(text)),
    bug: (stack, requestId) => output.write(`${requestId === undefined ? '' : `${requestId} `}${stack}\n`),
    dropped: output.dropped,
    close: output.close,
  };
}

async function jsonLog(stream: Writable, clock: Clock): Promise<Log> {
  const { jsonDroppedLine, jsonLines } = await import('./json-lines.ts');
  const output = boundedOutput(stream, { droppedLine: jsonDroppedLine });
  const lines = jsonLines((line) => output.write(line), clock);
  return { ...lines, dropped: output.dropped, close: output.close };
}
