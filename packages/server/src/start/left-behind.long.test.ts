import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const npx = { npm_lifecycle_event: 'npx', npm_lifecycle_script: "'payments-sandbox'" };

/** Starts a server under a shell, kills the shell, and returns whether the server stops within the time. */
async function stopsWithItsParent(environment: Record<string, string>, withinMs: number): Promise<boolean> {
  const flags = ['--port', '0', '--memory', '--json', '--quiet'];
  const shell = spawn('sh', ['-c', '"$0" "$@" & echo $!; wait', process.execPath, main, ...flags], {
    env: { ...process.env, npm_lifecycle_event: '', npm_lifecycle_script: '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
  const pid = Number((await lines.next()).value);
  try {
    const { baseUrl } = JSON.parse((await lines.next()).value ?? '') as { readonly baseUrl: string };
    shell.kill('SIGKILL');
    for (const end = Date.now() + withinMs; Date.now() < end; await delay(50)) {
      const isServed = await fetch(new URL('/healthz', baseUrl)).then(
        () => true,
        () => false,
      );
      if (!isServed) return true;
    }
    return false;
  } finally {
    shell.kill('SIGKILL');
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

describe('a server whose parent is killed', () => {
  it('stops if npx has started it', async () => {
    expect(await stopsWithItsParent(npx, 20_000)).toBe(true);
  });

  it.each([
    ['a shell has started it', {}],
    ['a program that npx runs has started it', { ...npx, npm_lifecycle_script: "'some-tool'" }],
  ])('keeps running if %s', async (_case, environment) => {
    expect(await stopsWithItsParent(environment, 2_500)).toBe(false);
  });
});
