import type { FinishedAttempt } from '../../engines/outbox/finished-attempt.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import type { FinishedRequest } from '../../operation/finished-request.ts';

type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'dim';
/** Colours a text, or returns it unchanged. */
export type Paint = (colour: Colour, text: string) => string;

const codes: Readonly<Record<Colour, number>> = { dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

export const inColour: Paint = (colour, text) => `\u001b[${codes[colour]}m${text}\u001b[0m`;
export const plain: Paint = (_colour, text) => text;

/** A request in one line: time, method, path, status, code, duration, id. */
export function requestLine(finished: FinishedRequest, paint: Paint): string {
  const { method, path, status, code, isReplay } = finished;
  const words = [
    paint('dim', timeOf(finished.startedAt)),
    method ?? '-',
    path ?? '-',
    paint(colourOf(status), String(status)),
    ...(code === null ? [] : [paint(colourOf(status), code)]),
    paint('dim', durationOf(finished.durationMs)),
    ...(isReplay ? [paint('cyan', 'replayed')] : []),
    paint('dim', finished.id),
  ];
  return `${words.join(' ')}\n`;
}

/** An attempt to deliver an event in one line: time, type, resource, status or the reason without one, duration, id. */
export function attemptLine(made: FinishedAttempt, paint: Paint): string {
  const { statusCode, error } = made;
  const words = [
    paint('dim', timeOf(made.startedAt)),
    paint('cyan', '→'),
    made.type,
    made.resourceId,
    statusCode === null
      ? paint('red', `no answer: ${shown(error ?? '')}`)
      : paint(made.isTaken ? 'green' : 'yellow', String(statusCode)),
    paint('dim', durationOf(made.durationMs)),
    ...(made.attempt === 1 ? [] : [paint('yellow', `attempt ${made.attempt}`)]),
    ...(made.eventId === made.resourceId ? [] : [paint('dim', made.eventId)]),
  ];
  return `${words.join(' ')}\n`;
}

function colourOf(status: number): Colour {
  if (status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
}

/** The time of day, in UTC like all times of the interface. */
function timeOf(instant: Instant): string {
  return instant.slice(11);
}

function durationOf(durationMs: number): string {
  return `${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`;
}

const longestShown = 120;

/** Text from a name server or a receiver could contain control characters for the terminal. */
function shown(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, longestShown);
}
