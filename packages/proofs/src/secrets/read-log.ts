import { Buffer } from 'node:buffer';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCaller } from '../../../server/test/caller.ts';
import type { Ready } from '../../../server/test/server-process.ts';
import type { Place } from './marks.ts';

/** Everything that the request log shows, unsealed, except the keys, by which callers find requests. */
export async function readLog(access: Ready): Promise<Place> {
  const { request } = createCaller(access);
  const last = (await request('GET', '/config')).headers['x-request-id'];
  while ((await request('GET', `/requests/${last}`)).status !== 200) await sleep(50);
  const texts: string[] = [];
  for (let cursor = ''; ; ) {
    const { body: page } = await request('GET', `/requests?limit=100${cursor}`);
    for (const { id } of page.data) {
      const { idempotencyKey: _key, ...said } = (await request('GET', `/requests/${id}`)).body;
      texts.push(JSON.stringify(said));
      for (const text of [said.query, said.requestBody, said.responseBody]) if (text !== null) texts.push(text);
    }
    if (!page.hasMore) return { name: 'the log of requests', bytes: Buffer.from(texts.join('\n')) };
    cursor = `&cursor=${page.nextCursor}`;
  }
}
