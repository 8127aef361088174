import type { SendWebhook, WebhookAnswer, WebhookRequest } from '../src/engines/outbox/send.ts';
import type { SentEvent } from './webhook-inbox.ts';

/** A request to a receiver that the test answers at any time. */
interface OpenRequest extends WebhookRequest {
  /** The type of its event. */
  readonly type: string;
  /** The id and sequence of its resource. */
  readonly data: { readonly id: string } | undefined;
  readonly sequence: number;
  answer(answer: WebhookAnswer): Promise<void>;
}

/** A port to receivers under a test's control: requests wait here until the test answers them. */
export interface WebhookPort extends SendWebhook {
  readonly open: OpenRequest[];
  /** Every request so far. */
  readonly sent: OpenRequest[];
  /** Answers requests at once; `undefined` leaves them open. */
  reply: (request: WebhookRequest) => WebhookAnswer | undefined;
  /** Resolves when this many requests are open. */
  untilOpen(count: number): Promise<void>;
}

export const taken: WebhookAnswer = { statusCode: 200, body: '' };
export const refused: WebhookAnswer = { statusCode: 500, body: '' };
export const timedOut: WebhookAnswer = { statusCode: null, error: 'no answer within 10 seconds', isTimeout: true };

export function openWebhookPort(): WebhookPort {
  const open: OpenRequest[] = [];
  const sent: OpenRequest[] = [];
  const port = Object.assign(
    (request: WebhookRequest): Promise<WebhookAnswer> => {
      const { promise, resolve } = Promise.withResolvers<WebhookAnswer>();
      const { type, data, sequence } = JSON.parse(request.body) as SentEvent;
      const one: OpenRequest = {
        ...request,
        type,
        data,
        sequence,
        answer: async (answer) => {
          open.splice(open.indexOf(one), 1);
          resolve(answer);
          await new Promise((next) => setImmediate(next));
        },
      };
      open.push(one);
      sent.push(one);
      const answer = port.reply(request);
      if (answer !== undefined) void one.answer(answer);
      return promise;
    },
    {
      open,
      sent,
      reply: (_request: WebhookRequest): WebhookAnswer | undefined => undefined,
      untilOpen: async (count: number): Promise<void> => {
        while (open.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
      },
      close: async (): Promise<void> => {
        const brokenOff: WebhookAnswer = { statusCode: null, error: 'the server is stopping', isBrokenOff: true };
        for (const one of [...open]) await one.answer(brokenOff);
      },
    },
  );
  return port;
}
