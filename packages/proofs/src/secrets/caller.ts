import { Buffer } from 'node:buffer';
import { type Answer, basicAuthorization, createCaller, type Headers } from '../../../server/test/caller.ts';
import type { Ready } from '../../../server/test/server-process.ts';
import type { Marks, Place } from './marks.ts';

/** Calls a server, records the bodies of its refusals, and sends a key with each change. */
export interface MarkingCaller {
  readonly refusals: readonly Place[];
  /** Any response. */
  send(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer>;
  /** The body of a success; throws on a refusal. */
  call(method: string, path: string, body?: unknown): Promise<Answer['body']>;
}

export function createMarkingCaller(access: Ready, marks: Marks): MarkingCaller {
  const refusals: Place[] = [];
  const caller = createCaller(access);
  marks.add('credentials', basicAuthorization(access.tokenId, access.tokenSecret).slice('Basic '.length));
  let count = 0;
  const send: MarkingCaller['send'] = async (method, path, body, headers = {}) => {
    count += 1;
    const key = method === 'GET' ? undefined : marks.add('idempotency key', `marked-key-${count}-of-a-request`);
    const answer = await caller.request(method, path, body, { 'idempotency-key': key, ...headers });
    if (answer.status >= 300) {
      const name = `refusal of ${method} ${path.replace(/[?].*|(?<=:)[0-9a-f-]{36}/g, '')}`;
      refusals.push({ name, bytes: Buffer.from(answer.text) });
    }
    return answer;
  };
  return {
    refusals,
    send,
    call: async (method, path, body) => {
      const answer = await send(method, path, body);
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
      return answer.body;
    },
  };
}
