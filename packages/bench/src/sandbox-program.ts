import { deepEqual } from 'node:assert/strict';
import type { Sandbox, World } from '@payments-platform/sandbox';

// A user's test with the published packages. It runs in a separate process, in an app that has them installed, as
// JavaScript: `payment`, `sandboxes COUNT` or `worlds COUNT`. It prints its figures as JSON.

const begunCpu = process.cpuUsage();
const begunMs = performance.now();
const { startSandbox } = await import('@payments-platform/sandbox');
const importedMs = performance.now() - begunMs;
const { payGrace, signUp } = await import('../../../examples/testing/payments.ts');

/** One payment with its webhook. */
async function pay({ client, clock, webhooks }: World): Promise<void> {
  const { transactionId } = await payGrace(client, await signUp(client));
  await clock.advance('1h');
  const { data } = await webhooks.next({ type: 'OUTGOING_PAYMENT.COMPLETED', resourceId: transactionId });
  deepEqual(data.status, 'COMPLETED');
}

const heapMiB = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

async function payOnce(): Promise<Record<string, number>> {
  await using sandbox = await startSandbox();
  const startedMs = performance.now() - begunMs;
  await pay(sandbox);
  const { user, system } = process.cpuUsage(begunCpu);
  return { userMs: user / 1e3, systemMs: system / 1e3, importedMs, startedMs, wholeMs: performance.now() - begunMs };
}

/** Sandboxes in sequence, each with a payment; the heap after a fifth, three fifths and all of them. */
async function runSandboxes(count: number): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  const looks = [count * 0.2, count * 0.6, count];
  for (let made = 1; made <= count; made += 1) {
    await useSandbox();
    if (!looks.includes(made)) continue;
    figures[`heapMiBAfter${made}`] = heapMiB();
    figures[`handlesAfter${made}`] = process.getActiveResourcesInfo().length;
  }
  return figures;
}

async function useSandbox(): Promise<void> {
  await using sandbox = await startSandbox();
  await pay(sandbox);
}

/** Worlds that are created, used and deleted; the heap after each quarter of them. */
async function runWorlds(count: number): Promise<Record<string, number>> {
  await using sandbox = await startSandbox();
  const figures: Record<string, number> = {};
  const requestsMs: number[] = [];
  for (let made = 1; made <= count; made += 1) {
    requestsMs.push(await timeBareWorld(sandbox));
    await useWorld(sandbox);
    if (made % (count / 4) === 0) figures[`heapMiBAfter${made}`] = heapMiB();
  }
  requestsMs.sort((a, b) => a - b);
  return { ...figures, worldMs: requestsMs[count >> 1] ?? Number.NaN };
}

/** The duration of the request that creates a world. */
async function timeBareWorld({ client }: Sandbox): Promise<number> {
  const begun = performance.now();
  const { data } = await client.POST('/sandbox/worlds', { body: {} });
  const tookMs = performance.now() - begun;
  if (data === undefined) throw new Error('no world was made');
  await client.DELETE('/sandbox/worlds/{worldId}', { params: { path: { worldId: data.id } } });
  return tookMs;
}

async function useWorld(sandbox: Sandbox): Promise<void> {
  await using world = await sandbox.world();
  await pay(world);
}

const [mode, count = '0'] = process.argv.slice(2);
const runs = { payment: payOnce, sandboxes: () => runSandboxes(Number(count)), worlds: () => runWorlds(Number(count)) };
const run = Object.entries(runs).find(([name]) => name === mode)?.[1];
if (run === undefined) throw new Error(`The mode must be one of ${Object.keys(runs).join(', ')}, not "${mode}".`);
process.stdout.write(`${JSON.stringify(await run())}\n`);
