import { type ActivityMessage, type StreamOptions, streamActivity } from '@payments-platform/client';
import { describe, expect } from 'vitest';
import { registerPayee } from '../parties/payee.ts';
import { openPayer } from '../parties/payer.ts';
import { pay } from '../parties/payment.ts';
import type { Platform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

/** The published reader, whose requests go the way of all others of the scenario. */
function follow(
  platform: Platform,
  lastEventId?: string,
  types: StreamOptions['types'] = ['EVENTS'],
): AsyncGenerator<ActivityMessage, void, undefined> {
  return streamActivity({
    types,
    ...{ baseUrl: 'http://platform.example', tokenId: 'token', tokenSecret: 'secret' },
    ...(lastEventId !== undefined && { lastEventId }),
    fetch: ({ url, headers }) => {
      const { pathname, search } = new URL(url);
      const position = headers.get('last-event-id');
      return platform.send({
        method: 'GET',
        path: `${pathname}${search}`,
        headers: position === null ? {} : { 'last-event-id': position },
      });
    },
  });
}

async function firstOf(
  stream: AsyncGenerator<ActivityMessage, void, undefined>,
  count: number,
): Promise<ActivityMessage[]> {
  const messages: ActivityMessage[] = [];
  for await (const message of stream) {
    messages.push(message);
    if (messages.length === count) break;
  }
  return messages;
}

/** What a message is about. */
function idOf({ event, data }: ActivityMessage): string {
  return event === 'DELIVERY' ? data.eventId : data.id;
}

export function liveStreamCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'nothing happens on a mock');

  describe('the live stream', () => {
    scenario('sends an event as it happens', async (platform) => {
      const told = firstOf(follow(platform), 1);
      // Whatever the platform does next is told; a mock tells its example.
      if (target.isStateful) await openPayer(platform);
      expect(await told).toMatchObject([{ event: 'EVENT', data: { type: expect.any(String) } }]);
    });

    stateful('continues after any message by Last-Event-ID', async (platform) => {
      const begin = await positionNow(platform);
      const { customerId, accountId } = await openPayer(platform);
      const to = await registerPayee(platform.client, { customerId, currency: 'EUR', suffix: '100' });
      const { transactionId } = await pay(platform.client, { from: accountId, to });
      await platform.advance(60_000);
      const { data } = await platform.client.GET('/events', { params: { query: { limit: 100 } } });
      const listed = (data?.data ?? []).map(({ id }) => id);
      expect(listed.length).toBeGreaterThan(4);
      const all = await firstOf(follow(platform, begin), 5);
      for (const [index, { id }] of all.slice(0, -1).entries()) {
        const rest = all.slice(index + 1);
        const again = await firstOf(follow(platform, id), rest.length);
        expect(again.map(idOf)).toEqual(rest.map(idOf));
      }
      expect(listed).toEqual(expect.arrayContaining(all.map(idOf)));
      expect(transactionId).toMatch(/^Transaction:/);
    });

    stateful('sends a request after its response', async (platform) => {
      const begin = await positionNow(platform);
      const { response } = await platform.client.GET('/config');
      await platform.advance(0);
      const id = response.headers.get('X-Request-Id');
      // What was asked before may be written down only now, and is told before it.
      for await (const message of follow(platform, begin, ['REQUESTS'])) {
        expect(message.event).toBe('REQUEST');
        if (idOf(message) !== id) continue;
        expect(message.data).toMatchObject({ operationId: 'getPlatformConfig', status: 200, code: null });
        break;
      }
    });

    stateful('refuses an invalid Last-Event-ID', async (platform) => {
      const answer = await platform.send({ method: 'GET', path: '/stream', headers: { 'last-event-id': 'nowhere' } });
      expect(await answer.json()).toMatchObject({ code: 'INVALID_INPUT', status: 400 });
    });
  });
}

/** What happens from now on lies behind it. */
async function positionNow(platform: Platform): Promise<string | undefined> {
  const begun = await platform.send({ method: 'GET', path: '/stream' });
  const [head] = (await firstPiece(begun)).split('\n\n');
  return /^id: (.+)$/m.exec(head ?? '')?.[1];
}

/** The beginning of an answer that goes on. */
async function firstPiece({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const piece = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(piece?.value);
}
