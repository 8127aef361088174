import { Buffer } from 'node:buffer';
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';

/**
 * The delivery of webhooks without the server: signs each body and posts it over the same number of connections.
 * No outbox, no log, no retry. Started by the bench; sends everything twice, because its code is compiled during
 * the first pass, and ends when every body has a response.
 */
const { values } = parseArgs({
  options: {
    endpoint: { type: 'string' },
    bodies: { type: 'string' },
    connections: { type: 'string' },
    concurrency: { type: 'string' },
  },
});
const { origin, pathname } = new URL(values.endpoint ?? '');
const given = JSON.parse(readFileSync(values.bodies ?? '', 'utf8')) as string[];
const bodies = [...given, ...given];
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pool = new Pool(origin, { connections: Number(values.connections), pipelining: 1 });

let next = 0;
let warm = process.cpuUsage();
async function sender(): Promise<void> {
  for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
    if (next === given.length) warm = process.cpuUsage();
    const signature = JSON.stringify({ v: '1', s: sign('sha256', Buffer.from(body), privateKey).toString('base64') });
    const answer = await pool.request({
      method: 'POST',
      path: pathname,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'payments-platform',
        'x-service-signature': signature,
      },
      body,
    });
    await answer.body.dump();
  }
}

await Promise.all(Array.from({ length: Number(values.concurrency) }, sender));
await pool.close();
const { user, system } = process.cpuUsage(warm);
process.stdout.write(`${JSON.stringify({ cpuSeconds: (user + system) / 1e6 })}\n`);
