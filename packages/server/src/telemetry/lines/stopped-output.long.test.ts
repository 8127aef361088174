import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createPooledCaller } from '../../../test/caller.ts';
import { freePort } from '../../../test/free-port.ts';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

const canOpenTerminals = spawnSync('script', ['--version']).status === 0;

function launch(command: string, words: readonly string[]): ChildProcess {
  const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'pipe'] });
  running.push(child);
  return child;
}

async function isAnswering(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Requests with one line each, more than the buffer holds. */
async function flood(port: number, requests: number): Promise<void> {
  const caller = createPooledCaller({ baseUrl: `http://127.0.0.1:${port}/2025-10-13` }, 32);
  let left = requests;
  const ask = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      expect((await caller.request('GET', '/config')).status).toBe(401);
    }
  };
  await Promise.all(Array.from({ length: 32 }, ask));
  await caller.close();
}

async function droppedLines(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^payments_log_lines_dropped_total (\d+)/m.exec(text)?.[1]);
}

const flags = (port: number): string[] => [main, '--memory', '--port', String(port), '--log', 'json'];
const ready = { interval: 100 };

describe('a standard error that is not read', () => {
  it('does not block requests, drops lines beyond its buffer and reports their number later', async () => {
    const port = await freePort();
    const server = launch(process.execPath, flags(port));
    server.stdout?.resume();
    await expect.poll(() => isAnswering(port), ready).toBe(true);
    await flood(port, 5_000);
    expect(await droppedLines(port)).toBeGreaterThan(0);
    let written = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      written += text;
    });
    await expect.poll(() => /"dropped":\d+/.test(written), ready).toBe(true);
    expect(written.split('\n').every((line) => line === '' || typeof JSON.parse(line) === 'object')).toBe(true);
  });

  it('does not keep the server from exiting with 0 within seconds', async () => {
    const port = await freePort();
    const server = launch(process.execPath, flags(port));
    server.stdout?.resume();
    const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
    await expect.poll(() => isAnswering(port), ready).toBe(true);
    await flood(port, 5_000);
    const toldAt = performance.now();
    server.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(performance.now() - toldAt).toBeLessThan(15_000);
  });

  it.skipIf(!canOpenTerminals)(
    'can be a terminal',
    async () => {
      const port = await freePort();
      const command = [process.execPath, ...flags(port)].join(' ');
      const terminal = launch('script', ['-qfec', command, '/dev/null']);
      await expect.poll(() => isAnswering(port), ready).toBe(true);
      await flood(port, 5_000);
      expect(await droppedLines(port)).toBeGreaterThan(0);
      terminal.stdout?.resume();
      terminal.stdin?.write('\u0003');
      await expect.poll(() => isAnswering(port), ready).toBe(false);
    },
    120_000,
  );
});
