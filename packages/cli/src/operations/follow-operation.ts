import {
  type ActivityMessage,
  type MessageOf,
  type Send,
  type StreamOptions,
  streamActivity,
} from '@payments-platform/client';
import { type Access, tokenOf } from '../connection/access.ts';
import { cellOf } from '../output/cell.ts';
import type { Surroundings } from '../surroundings.ts';
import type { WireRequest } from './request-of-flags.ts';

/** The result of the attempt, and when the next one is due. */
function deliveryLine(data: MessageOf<'DELIVERY'>['data']): string {
  const { startedAt, type, attempt, statusCode, error, status, durationMs, nextAttemptAt, eventId } = data;
  const next = nextAttemptAt === null ? status : `${status} until ${nextAttemptAt}`;
  const came = statusCode ?? cellOf(error ?? 'no answer');
  return [startedAt, type, `attempt ${attempt}`, came, next, `${durationMs} ms`, eventId].join('  ');
}

function lineOf({ event, data }: ActivityMessage): string {
  if (event === 'EVENT') return `${data.createdAt}  ${data.type}  ${data.resourceId}`;
  if (event === 'DELIVERY') return deliveryLine(data);
  const { createdAt, method, path, status, code, durationMs, id } = data;
  return [createdAt, method, path, status, ...(code === null ? [] : [code]), `${durationMs} ms`, id].join('  ');
}

/** A streaming command retries without end and reports each outage once. */
function tellingOfSilence({ baseUrl }: Access, { tell, signal, send = fetch }: Surroundings): Send {
  let isTold = false;
  return async (request) => {
    try {
      const response = await send(request);
      isTold = false;
      return response;
    } catch (error) {
      if (!isTold && !signal.aborted) tell(`No response from ${baseUrl}. Retrying until there is one.`);
      isTold = true;
      throw error;
    }
  };
}

/** Prints a streamed response message by message until it is stopped. */
export async function followOperation(
  { params: { query } }: WireRequest,
  access: Access,
  surroundings: Surroundings,
  isJson: boolean,
): Promise<void> {
  const { print, signal } = surroundings;
  // The platform validates the flags and reports what is wrong.
  const { after, ...kinds } = query as Pick<StreamOptions, 'types' | 'type'> & { readonly after?: string };
  const chosen = after === undefined ? kinds : { ...kinds, lastEventId: after };
  const send = tellingOfSilence(access, surroundings);
  const options = { baseUrl: access.baseUrl, ...tokenOf(access), ...chosen, signal, fetch: send };
  for await (const message of streamActivity(options)) print(isJson ? JSON.stringify(message) : lineOf(message));
}
