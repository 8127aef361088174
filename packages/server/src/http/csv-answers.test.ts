import { expect, it, onTestFinished } from 'vitest';
import { watched } from './csv-answers.ts';

async function* ready(pieces: number): AsyncGenerator<string> {
  for (let piece = 0; piece < pieces; piece += 1) yield `${piece}\n`;
}

it('CSVs of a tenant whose lines are ready at once share the event loop: one piece of all of them in each turn', async () => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  onTestFinished(() => clearImmediate(next));
  const read = async (): Promise<string> => {
    let text = '';
    const { lines } = watched({ fileName: 'entries.csv', lines: ready(20) }, 1, (error) =>
      expect.unreachable(String(error)),
    );
    for await (const piece of lines) text += piece;
    return text;
  };
  const [first, second] = await Promise.all([read(), read()]);
  expect([first.split('\n').length, second]).toEqual([21, first]);
  expect(turns).toBeGreaterThanOrEqual(38);
});
