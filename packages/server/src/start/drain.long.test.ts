import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { beginCustomer } from '../../test/half-sent-request.ts';
import { createTestDatabase, postgresUnavailable } from '../../test/postgres-cluster.ts';
import { type ReadyServer, serverProcesses } from '../../test/server-processes.ts';

const processes = serverProcesses();

/** A receiver of webhooks that does not respond. */
async function openSilentReceiver() {
  let taken = 0;
  const server: Server = createServer(() => {
    taken += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const untilTaken = async (count: number): Promise<void> => {
    while (taken < count) await delay(10);
  };
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, untilTaken };
}

async function isRefused(server: ReadyServer): Promise<boolean> {
  return fetch(new URL('/healthz', server.baseUrl)).then(
    () => false,
    () => true,
  );
}

describe('a server that receives SIGTERM', () => {
  it('reports not ready first, still serves requests, and completes the request in flight', async () => {
    const server = await processes.start('', {}, '--drain', '4');
    expect(await server.health('/readyz')).toBe(200);
    const inFlight = await beginCustomer(server);
    server.process.child.kill('SIGTERM');
    while ((await server.health('/readyz')) === 200) await delay(10);
    expect(await server.checks()).toEqual({
      status: 'unavailable',
      checks: {
        process: { status: 'failed', problem: 'The process is about to end. Send requests to another one.' },
      },
    });
    expect((await server.request('GET', '/config')).status).toBe(200);
    while (!(await isRefused(server))) await delay(20);
    expect(server.process.child.exitCode).toBeNull();
    inFlight.finish();
    expect([await inFlight.status, await server.process.exited]).toEqual([201, 0]);
  });

  it('cuts off a caller who does not send the rest of a request, and exits with 0', async () => {
    const server = await processes.start();
    const never = await beginCustomer(server);
    const isCutOff = expect(never.status).rejects.toThrow('socket hang up');
    expect(await server.process.stop('SIGTERM')).toBe(0);
    await isCutOff;
  });
});

describe.skipIf(postgresUnavailable() !== undefined)('two servers on one PostgreSQL', () => {
  it('release the claimed webhooks of the one that stops, and the other sends them', async () => {
    const url = await createTestDatabase();
    const environment = { DATABASE_URL: url, PAYMENTS_MASTER_KEY: 'cd'.repeat(32) };
    const first = await processes.start('one', environment, '--drain', '1');
    const { endpoint, untilTaken } = await openSilentReceiver();
    expect((await first.request('PATCH', '/config', { webhookEndpoint: endpoint })).status).toBe(200);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const leased = async (): Promise<number> =>
      (await client.query('SELECT 1 FROM deliveries WHERE leased_until IS NOT NULL')).rowCount ?? 0;
    expect((await first.request('POST', '/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada' })).status).toBe(
      201,
    );
    await untilTaken(1);
    expect(await leased()).toBeGreaterThan(0);
    expect(await first.process.stop('SIGTERM')).toBe(0);
    expect(await leased()).toBe(0);
    const second = await processes.start('two', environment);
    await untilTaken(2);
    expect(second.process.child.exitCode).toBeNull();
  });
});
