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

/** What came back, and when it is tried again. */
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

/** What goes on tries again without end, and says so once each time that nobody answers. */
function tellingOfSilence({ baseUrl }: Access, { tell, signal, send = fetch }: Surroundings): Send {
  let isTold = false;
  return async (request) => {
    try {
      const response = await send(request);
      isTold = false;
      return response;
    } catch (error) {
      if (!isTold && !signal.aborted) tell(`Nobody answers at ${baseUrl}. Trying again until somebody does.`);
      isTold = true;
      throw error;
    }
  };
}

/** Prints an answer that goes on, message by message, until somebody ends it. */
export async function followOperation(
  { params: { query } }: WireRequest,
  access: Access,
  surroundings: Surroundings,
  isJson: boolean,
): Promise<void> {
  const { print, signal } = surroundings;
  // What was typed is checked by the platform, which says what is wrong with it.
  const { after, ...kinds } = query as Pick<StreamOptions, 'types' | 'type'> & { readonly after?: string };
  const chosen = after === undefined ? kinds : { ...kinds, lastEventId: after };
  const send = tellingOfSilence(access, surroundings);
  const options = { baseUrl: access.baseUrl, ...tokenOf(access), ...chosen, signal, fetch: send };
  for await (const message of streamActivity(options)) print(isJson ? JSON.stringify(message) : lineOf(message));
}
