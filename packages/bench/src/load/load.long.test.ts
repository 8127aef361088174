import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startNode } from '../../../proofs/src/sandbox/child-processes.ts';
import { SqliteDatabase } from '../../../server/src/ground/database/sqlite-database.ts';
import { freePort } from '../../../server/test/free-port.ts';
import { runProgram } from '../../../server/test/server-process.ts';
import { serverProcesses } from '../../../server/test/server-processes.ts';
import { startTestServer } from '../../../server/test/test-server.ts';
import { arrivalTimes } from './arrivals.ts';
import type { Measured } from './measured.ts';
import { pay } from './pay.ts';
import { runLoad } from './run-load.ts';
import { reachTarget, type Target } from './target.ts';

const program = fileURLToPath(new URL('./load-command.ts', import.meta.url));
const processes = serverProcesses();

interface Printed {
  readonly arrived: number;
  readonly completed: number;
  readonly failed: number;
  readonly stopped: string | null;
  readonly payment: { readonly count: number; readonly p99Ms: number };
  readonly quote: { readonly p50Ms: number };
}

const nowhere = { environment: {}, folder: '/' };

function reach(data: string, url: string): Promise<Target> {
  return reachTarget(
    { url, data, profile: undefined, mayBeProduction: false, customers: 4, route: undefined, timeoutMs: 100_000 },
    nowhere,
  );
}

interface Short {
  readonly rate: number;
  readonly durationMs: number;
  readonly stopAtP99Ms?: number;
}

function load({ client, routes }: Target, { rate, durationMs, stopAtP99Ms }: Short): Promise<Measured> {
  return runLoad({
    ...{ durationMs, mostOpen: 100, patienceMs: 100_000, signal: new AbortController().signal },
    arrivals: arrivalTimes({ rate, spacing: 'constant', seed: 1 }),
    rules: { p99Ms: stopAtP99Ms ?? null, errorShare: null },
    pay: (index, signal, onStep) => {
      const route = routes[index % routes.length];
      if (route === undefined) throw new Error('nobody pays');
      return pay(route, { client, amountMinor: 10_000, untilSettled: false, signal, onStep });
    },
  });
}

it('a load test counts a stalled service in the latency of every payment that arrives meanwhile', async () => {
  const server = await processes.start();
  const target = await reach(processes.folder, server.baseUrl);
  await load(target, { rate: 20, durationMs: 500 });
  const stand = async (forMs: number): Promise<void> => {
    await delay(500);
    server.process.child.kill('SIGSTOP');
    await delay(forMs);
    server.process.child.kill('SIGCONT');
  };
  const [stalled] = await Promise.all([load(target, { rate: 20, durationMs: 2_500 }), stand(1_500)]);
  expect({ completed: stalled.completed, failed: stalled.failed }).toEqual({ completed: 50, failed: 0 });
  // Thirty payments arrived while the server did not respond, spread over that second and a half. A client that waits
  // for each response before the next payment would have seen only one slow payment.
  expect(stalled.payment.percentile(99)).toBeGreaterThan(1_200);
  expect(stalled.payment.percentile(60)).toBeGreaterThan(400);
  const [broken] = await Promise.all([
    load(target, { rate: 40, durationMs: 30_000, stopAtP99Ms: 1_000 }),
    stand(4_000),
  ]);
  expect(broken.stopped).toMatch(/^p99 of the last seconds is \d+ ms, above 1000 ms$/);
});

it('the load command pays, prints its figures as JSON, writes an SVG picture and ends on SIGINT', async () => {
  const server = await processes.start();
  const picture = join(processes.folder, 'latency.svg');
  const flags = ['--url', new URL(server.baseUrl).origin, '--data', processes.folder, '--customers', '2', '--json'];
  const ran = await runProgram(program, [
    ...[...flags, '--rate', '20', '--duration', '1', '--arrivals', 'poisson', '--seed', '7'],
    ...['--picture', picture],
  ]);
  const figures = JSON.parse(ran.output) as Printed;
  expect({ code: ran.code, ...figures }).toMatchObject({ code: 0, environment: 'SANDBOX', failed: 0, faults: {} });
  expect(figures.completed).toBe(figures.arrived);
  expect(figures.payment.count).toBe(figures.arrived);
  expect(figures.payment.p99Ms).toBeGreaterThanOrEqual(figures.quote.p50Ms);
  expect(existsSync(picture) && readFileSync(picture, 'utf8')).toContain('</svg>');

  const interrupted = startNode([program, ...flags, '--rate', '10', '--duration', '600']);
  const { count } = await untilPaid(server, figures.completed + 3);
  interrupted.signal('SIGINT');
  const { completed, stopped, failed } = JSON.parse(await interrupted.firstLine) as Printed;
  expect({ stopped, failed, how: await interrupted.ended }).toEqual({ stopped: 'interrupted', failed: 0, how: 130 });
  expect(completed).toBeGreaterThanOrEqual(count - figures.completed);
});

/** Waits until this many payments were made. */
async function untilPaid(server: Awaited<ReturnType<typeof processes.start>>, wanted: number) {
  for (;;) {
    const { body } = await server.request('GET', '/transactions?limit=100');
    const count = body.data.filter(({ status }: { status: string }) => status !== 'PENDING').length;
    if (count >= wanted) return { count };
    await delay(50);
  }
}

it('the load command refuses an unreachable URL, production and invalid flags in one line', async () => {
  const server = await startTestServer(SqliteDatabase.open(':memory:'), { environment: 'PRODUCTION' });
  const { tokenId, tokenSecret } = server.credentials;
  const environment = { PAYMENTS_TOKEN_ID: tokenId, PAYMENTS_TOKEN_SECRET: tokenSecret };
  const refusal = async (url: string, ...flags: string[]): Promise<string> => {
    const { code, output, complaint } = await runProgram(program, ['--url', url, ...flags], environment);
    expect({ code, output, lines: complaint.trim().split('\n').length }).toEqual({ code: 2, output: '', lines: 1 });
    return complaint;
  };
  try {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    expect(await refusal(nobody)).toContain(`No response from ${nobody}`);
    expect(await refusal(server.baseUrl)).toContain('for PRODUCTION, where a load test moves real money');
    expect(await refusal(server.baseUrl, '--production')).toContain('Give --from and --to');
    expect(await refusal(server.baseUrl, '--rate', 'fast')).toContain('--rate must be a number above 0, not "fast"');
  } finally {
    await server.close();
  }
});
