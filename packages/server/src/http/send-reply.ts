import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../operation/operation.ts';
import type { Admission } from './admit-caller.ts';
import { sendCsv } from './csv-answers.ts';
import { observationOf } from './observe-requests.ts';
import { type Reply, refusalReply } from './run-operation.ts';
import { answerRefusal } from './unrouted-errors.ts';

/** A 401 names the credentials that this operation takes (RFC 9110, section 11.6.1). */
export function nameScheme(reply: FastifyReply, { security }: Pick<Admission, 'security'>, { code }: Refusal): void {
  if (code !== 'UNAUTHORIZED') return;
  const scheme = security.includes('BasicAuth') ? 'Basic' : 'Bearer';
  reply.header('www-authenticate', `${scheme} realm="payments"`);
}

export function sendCallerRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  row: Pick<Admission, 'security'>,
  refusal: Refusal,
): FastifyReply {
  nameScheme(reply, row, refusal);
  return send(request, reply, refusalReply(refusal));
}

export function send(request: FastifyRequest, reply: FastifyReply, answer: Reply): FastifyReply {
  const { status, body, csv, isReplay, retryAfterSeconds, ignored, refusal } = answer;
  const observation = observationOf(request);
  observation.isReplay = isReplay;
  observation.answer = answer.content ?? body;
  if (isReplay) reply.header('Idempotent-Replayed', 'true');
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', String(retryAfterSeconds));
  if (ignored !== undefined) reply.header('Ignored-Fields', ignored);
  if (refusal !== undefined) return answerRefusal(request, reply.header('cache-control', 'no-store'), refusal);
  reply.code(status);
  if (csv !== undefined) return sendCsv(reply, csv);
  if (body === '') return reply.send();
  return reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store').send(body);
}
