import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { ownTurn } from '../ground/turns/own-turn.ts';
import type { Csv } from '../operation/operation.ts';

const csv = 'text/csv';

/** Whether the caller prefers CSV. A caller that names neither gets JSON, as everywhere. */
export function prefersCsv({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  // The CSV is always UTF-8 with a header line, so parameters that ask for these match.
  const accept = headers.accept?.replaceAll(/;\s*(charset|header)=[^;,]*/gi, '');
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', csv]) === csv;
}

/**
 * The same lines, a piece of one CSV of the tenant at a time. An error while they are read is reported and breaks the
 * response off, so that it is not taken for complete.
 */
export function watched({ fileName, lines }: Csv, tenant: number, onBug: (error: unknown) => void): Csv {
  return { fileName, lines: told(lines, tenant, onBug) };
}

async function* told(lines: Csv['lines'], tenant: number, onBug: (error: unknown) => void): Csv['lines'] {
  try {
    for await (const piece of lines) {
      yield piece;
      await ownTurn(tenant);
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
