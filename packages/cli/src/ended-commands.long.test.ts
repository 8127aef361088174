import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTerminal } from '../test/terminal.ts';
import { withServer } from './server-commands.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

/** A platform that reads requests and never answers. Returns its address. */
async function openSilentServer(onRequest: () => void): Promise<string> {
  const server = createServer((socket) => socket.on('error', () => undefined).once('data', onRequest));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}/2025-10-13`;
}

describe('a command that its user ends', () => {
  /** Types a command against a platform that never responds, and ends it while it waits. */
  async function endWhileWaiting(words: readonly string[]) {
    const ending = new AbortController();
    let sent = 0;
    const terminal = openTerminal({
      environment: { PAYMENTS_TOKEN_ID: 'id', PAYMENTS_TOKEN_SECRET: 'secret' },
      send: ({ signal }) => {
        sent += 1;
        setTimeout(() => ending.abort(), 10);
        return new Promise((_resolve, reject) => {
          if (signal.aborted) reject(signal.reason);
          else signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    try {
      const typed = await terminal.type(words, { signal: ending.signal });
      // A payment that is repeated now would be one that its user has ended.
      expect(sent).toBe(1);
      return typed;
    } finally {
      terminal.remove();
    }
  }

  it.each([['customers list --all'], ['status'], ['trigger TEST'], ['clock']])(
    'stops waiting for an answer: %s',
    async (words) => {
      const ended = await endWhileWaiting(words.split(' '));
      expect(ended).toMatchObject({ code: 130, output: '', complaints: expect.stringMatching(/^payments: Ended\./) });
    },
  );

  it('prints the key of a payment whose effect is unknown', async () => {
    const words = ['quotes', 'execute', 'Quote:0198c0de-7a15-7c41-9e4f-5a6b7c8d9e0f', '--idempotency-key', 'rent-1'];
    expect(await endWhileWaiting(words)).toEqual({
      code: 130,
      output: '',
      complaints: 'payments: Ended. Whether it took effect is unknown: repeat it with --idempotency-key rent-1.',
    });
    const generated = await endWhileWaiting(words.slice(0, 3));
    expect(generated.complaints).toMatch(/repeat it with --idempotency-key [-0-9a-f]{36}\.$/);
  });

  it.for(['SIGINT', 'SIGTERM'] as const)('ends the whole process at the first %s', async (signal) => {
    const baseUrl = await openSilentServer(() => child.kill(signal));
    const access = { PAYMENTS_BASE_URL: baseUrl, PAYMENTS_TOKEN_ID: 'id', PAYMENTS_TOKEN_SECRET: 'secret' };
    const child = spawn(process.execPath, [program, 'customers', 'list'], {
      env: { ...process.env, ...access },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [complaints, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([code, complaints]).toEqual([130, 'payments: Ended.\n']);
  });

  it('stops waiting for a function of the server', async () => {
    const ending = new AbortController();
    const endless = withServer(ending.signal, () => {
      setTimeout(() => ending.abort(), 0);
      return new Promise(() => undefined);
    });
    await expect(endless).rejects.toMatchObject({ name: 'AbortError' });
  });

  it.for([['verify'], ['operator', 'troubled-work']])(
    'ends an operator command that waits for the database: %s',
    async ([...words]) => {
      const baseUrl = await openSilentServer(() => child.kill('SIGINT'));
      const child = spawn(process.execPath, [program, ...words], {
        env: { ...process.env, DATABASE_URL: baseUrl.replace('http:', 'postgres:') },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const [complaints, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
      expect([code, complaints]).toEqual([130, 'payments: Ended.\n']);
    },
  );
});
