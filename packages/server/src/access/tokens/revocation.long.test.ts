import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase, postgresUnavailable } from '../../../test/postgres-cluster.ts';
import { type Ready, runServer, type ServerProcess } from '../../../test/server-process.ts';

const reason = postgresUnavailable();
const folder = mkdtempSync(join(tmpdir(), 'payments-revocation-'));
const processes: ServerProcess[] = [];

afterAll(async () => {
  await Promise.all(processes.map((server) => server.stop()));
  rmSync(folder, { recursive: true });
});

async function startProcess(name: string, environment: Record<string, string>): Promise<Ready> {
  const server = runServer(['--json', '--port', '0', '--data', join(folder, name)], environment);
  processes.push(server);
  return server.ready();
}

interface Login {
  readonly tokenId: string;
  readonly tokenSecret: string;
}

function call(baseUrl: string, { tokenId, tokenSecret }: Login, method: string, path: string, body?: object) {
  const authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;
  return fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

describe.skipIf(reason !== undefined)('a token deleted at one process', () => {
  it('is refused with 401 on the next request at every other process', async () => {
    const environment = { DATABASE_URL: await createTestDatabase(), PAYMENTS_MASTER_KEY: 'ef'.repeat(32) };
    const one = await startProcess('one', environment);
    const other = await startProcess('other', environment);
    for (let round = 0; round < 10; round += 1) {
      const made = await call(one.baseUrl, one, 'POST', '/tokens', { name: 'short-lived', permissions: ['VIEW'] });
      const token = JSON.parse(await made.text()) as { id: string; clientId: string; clientSecret: string };
      const login = { tokenId: token.clientId, tokenSecret: token.clientSecret };
      for (const { baseUrl } of [one, other, other])
        expect((await call(baseUrl, login, 'GET', '/config')).status).toBe(200);
      expect((await call(one.baseUrl, one, 'DELETE', `/tokens/${token.id}`)).status).toBe(204);
      for (const { baseUrl } of [other, one]) expect((await call(baseUrl, login, 'GET', '/config')).status).toBe(401);
    }
  });
});
