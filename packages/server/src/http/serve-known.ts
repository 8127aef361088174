import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, isRefusal } from '../operation/operation.ts';
import type { Admission } from './admit-caller.ts';
import type { Entrance } from './entrance.ts';
import { observationOf } from './observe-requests.ts';
import { type Reply, refusalReply } from './run-operation.ts';
import { nameScheme, sendCallerRefusal } from './send-reply.ts';
import { NoLongerCaller } from './unconfirmed-caller.ts';

/**
 * Serves a request as the caller as whom it was admitted. If its credentials do not stand for that caller any more, it
 * is identified anew: nothing was committed or answered yet.
 */
export async function serveKnown(
  entrance: Entrance,
  row: Admission,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  serve: (caller: Caller) => Promise<Reply>,
): Promise<Reply> {
  const { caller } = observationOf(request);
  if (caller === undefined) throw new Error('a request is served without a caller');
  try {
    const answer = await serve(caller);
    await entrance.confirm(request);
    return answer;
  } catch (error) {
    if (!(error instanceof NoLongerCaller)) throw error;
    const now = await entrance.readmit(request, row);
    if (!isRefusal(now)) return serve(now);
    nameScheme(reply, row, now);
    return refusalReply(now);
  }
}

/** The errors of requests that no handler has seen, such as those of an unreadable body: first, who sends it. */
export function refuseUnconfirmed(
  entrance: Entrance,
  row: Admission,
): (error: Error, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (error, request, reply) => {
    try {
      await entrance.confirm(request);
    } catch (reason) {
      if (!(reason instanceof NoLongerCaller)) throw reason;
      const now = await entrance.readmit(request, row);
      if (isRefusal(now)) return sendCallerRefusal(request, reply, row, now);
    }
    throw error;
  };
}
