import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Csv } from '../operation/operation.ts';

const csv = 'text/csv';

/** Whether CSV is what a caller would rather have. Whoever names neither gets JSON, as everywhere. */
export function prefersCsv({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  // CSV is UTF-8 with a header line in any case, so it is the same whether that is asked for.
  const accept = headers.accept?.replaceAll(/;\s*(charset|header)=[^;,]*/gi, '');
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', csv]) === csv;
}

/** The same lines; what goes wrong while they are read is told, and breaks the answer off, so that nobody takes it for whole. */
export function watched({ fileName, lines }: Csv, onBug: (error: unknown) => void): Csv {
  return { fileName, lines: told(lines, onBug) };
}

async function* told(lines: Csv['lines'], onBug: (error: unknown) => void): Csv['lines'] {
  try {
    yield* lines;
  } catch (error) {
    onBug(error);
    throw error;
  }
}

/** Sends the lines as the caller takes them. */
export function sendCsv(reply: FastifyReply, { fileName, lines }: Csv): FastifyReply {
  return reply
    .header('content-type', `${csv}; charset=utf-8; header=present`)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(lines, { objectMode: false }));
}
