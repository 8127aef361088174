import { describe, expect, it } from 'vitest';
import { openTerminal } from '../test/terminal.ts';

describe('a command that its user ends', () => {
  /** Types a command against a platform that never responds, and ends it while it waits. */
  async function endWhileWaiting(words: readonly string[]) {
    const ending = new AbortController();
    const terminal = openTerminal({
      environment: { PAYMENTS_TOKEN_ID: 'id', PAYMENTS_TOKEN_SECRET: 'secret' },
      send: ({ signal }) => {
        setTimeout(() => ending.abort(), 10);
        return new Promise((_resolve, reject) => {
          if (signal.aborted) reject(signal.reason);
          else signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    try {
      return await terminal.type(words, { signal: ending.signal });
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
});
