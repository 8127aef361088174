import type { Writable } from 'node:stream';
import type { AttemptListener } from '../../engines/outbox/finished-attempt.ts';
import type { Clock } from '../../ground/clock/clock.ts';
import type { FinishedRequest } from '../../operation/finished-request.ts';
import { boundedOutput, unblockTerminal } from './bounded-output.ts';
import { attemptLine, inColour, plain, requestLine } from './text-lines.ts';

export interface LogOptions {
  readonly form: 'text' | 'json';
  /** Leaves out the lines of requests and attempts. Lines for the operator are still written. */
  readonly isQuiet: boolean;
  readonly hasColours: boolean;
}

/** The log of a running server. No code waits for it. */
export interface Log {
  readonly request: (finished: FinishedRequest) => void;
  readonly attempt: AttemptListener;
  /** Writes a line for the operator. */
  readonly note: (text: string) => void;
  readonly bug: (stack: string, requestId?: string) => void;
  /** How many lines were dropped because the output was blocked. */
  readonly dropped: () => number;
  /** Writes the rest. Returns whether everything was accepted. */
  readonly close: () => Promise<boolean>;
}

/** pino is loaded only if its lines are configured. */
export async function openLog(stream: Writable, options: LogOptions, clock: Clock): Promise<Log> {
  unblockTerminal(stream);
  const log = options.form === 'json' ? await jsonLog(stream, clock) : textLog(stream, options);
  const request: Log['request'] = (finished) => {
    if (!isOutsideTheApi(finished)) log.request(finished);
  };
  return options.isQuiet ? { ...log, request: () => undefined, attempt: () => undefined } : { ...log, request };
}

/** Successful probes, scrapes and files of the documentation: frequent and uninteresting. */
function isOutsideTheApi({ operationId, route, status }: FinishedRequest): boolean {
  return operationId === null && status < 400 && /^\/(healthz|readyz|metrics|docs)\b/.test(route ?? '');
}

function textLog(stream: Writable, { hasColours }: LogOptions): Log {
  const paint = hasColours ? inColour : plain;
  const note = (text: string): string => `payments: ${text}\n`;
  const droppedLine = (count: number): string => note(`${count} lines were dropped, since the output was blocked.`);
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
