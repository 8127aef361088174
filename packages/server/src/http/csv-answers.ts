import { Readable } from 'node:stream';
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Csv } from '../operation/operation.ts';

const csv = 'text/csv';

/** Whether the caller prefers CSV. A caller that names neither gets JSON, as everywhere. */
export function prefersCsv({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  // The CSV is always UTF-8 with a header line, so parameters that ask for these match.
  const accept = headers.accept?.replaceAll(/;\s*(charset|header)=[^;,]*/gi, '');
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', csv]) === csv;
}

let lastTurn: Promise<void> = Promise.resolve();

/** Resolves once in each turn of the event loop, for one piece of all CSVs that are read in this process. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => turnOfOthers());
  return lastTurn;
}

/**
 * The same lines, one piece in each turn of the event loop: SQLite answers at once, and a caller who takes the lines as
 * fast would keep the process from everything else until the last one. An error while they are read is reported and
 * breaks the response off, so that it is not taken for complete.
 */
export function watched({ fileName, lines }: Csv, onBug: (error: unknown) => void): Csv {
  return { fileName, lines: told(lines, onBug) };
}

async function* told(lines: Csv['lines'], onBug: (error: unknown) => void): Csv['lines'] {
  try {
    for await (const piece of lines) {
      yield piece;
      await ownTurn();
    }
  } catch (error) {
    onBug(error);
    throw error;
  }
}

/** Sends the lines at the pace of the caller. */
export function sendCsv(reply: FastifyReply, { fileName, lines }: Csv): FastifyReply {
  return reply
    .header('content-type', `${csv}; charset=utf-8; header=present`)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(lines, { objectMode: false }));
}
