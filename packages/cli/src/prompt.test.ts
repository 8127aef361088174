import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { askOn } from './prompt.ts';

/** Types these keys, and returns the line and what is left on the screen. */
async function typed(keys: string, isSecret: boolean): Promise<{ readonly line: unknown; readonly shown: string }> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const asking = askOn(input, output, 'Token id: ', isSecret);
  for (const key of keys) {
    await setImmediate();
    input.write(key);
  }
  const line = await asking;
  const written = String(output.read());
  // "\u001b[1G\u001b[0J" clears the line from its first character.
  return { line, shown: written.slice(Math.max(0, written.lastIndexOf('\u001b[0J'))) };
}

describe('a prompt on the terminal', () => {
  it('leaves its question on the screen while the line is typed, and shows the line', async () => {
    const { line, shown } = await typed('abc\r', false);
    expect(line).toBe('abc');
    expect(shown).toContain('Token id: ');
    expect(shown).toContain('abc');
  });

  it('shows no character of a secret', async () => {
    expect(await typed('abc\r', true)).toEqual({ line: 'abc', shown: 'Token id: \n' });
  });

  it.each(['\u0003', '\u0004'])('is ended without an error by the key %j', async (key) => {
    for (const isSecret of [false, true]) expect((await typed(key, isSecret)).line).toBeUndefined();
  });
});
