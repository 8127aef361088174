import { pino } from 'pino';
import type { FinishedAttempt } from '../../engines/outbox/finished-attempt.ts';
import type { Clock } from '../../ground/clock/clock.ts';
import type { FinishedRequest } from '../../operation/finished-request.ts';

/** Log lines for machines: one JSON object a line. Each field is named here, so nothing else gets into the log. */
export interface JsonLines {
  request(finished: FinishedRequest): void;
  attempt(finished: FinishedAttempt): void;
  note(text: string): void;
  bug(stack: string, requestId: string | undefined): void;
}

export function jsonLines(write: (line: string) => void, clock: Clock): JsonLines {
  const logger = pino(
    {
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${clock.now()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    { write },
  );
  return {
    request: (finished) => logger.info(requestFields(finished), 'request'),
    attempt: (finished) => logger[finished.isTaken ? 'info' : 'warn'](attemptFields(finished), 'webhook attempt'),
    note: (text) => logger.warn(text),
    bug: (stack, requestId) => logger.error({ requestId, stack }, 'bug'),
  };
}

export function jsonDroppedLine(count: number): string {
  return `${JSON.stringify({ level: 'warn', dropped: count, message: 'lines dropped: the output was blocked' })}\n`;
}

function requestFields(finished: FinishedRequest): object {
  const { id, trace, startedAt, durationMs, method, operationId, path, status, code, caller, isReplay } = finished;
  return {
    requestId: id,
    traceId: trace.traceId,
    startedAt,
    method,
    operation: operationId,
    path,
    status,
    code,
    durationMs: Math.round(durationMs * 10) / 10,
    tenant: caller?.tenant ?? null,
    isReplay,
  };
}

function attemptFields(finished: FinishedAttempt): object {
  const { tenant, eventId, type, resourceId, attempt, startedAt, durationMs, statusCode, error, isTaken } = finished;
  return { tenant, eventId, type, resourceId, attempt, startedAt, durationMs, status: statusCode, error, isTaken };
}
