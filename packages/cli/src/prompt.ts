import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/**
 * Asks on a terminal. A secret is not echoed while it is typed. `undefined` if Ctrl-C or Ctrl-D ends it.
 */
export async function askOn(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  question: string,
  isSecret: boolean,
): Promise<string | undefined> {
  // A terminal shows the typed line again after each key, and clears everything before it but the question it knows.
  if (isSecret) output.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: isSecret ? silent : output, terminal: true });
  try {
    const line = (await lines.question(isSecret ? '' : question)).trim();
    if (isSecret) output.write('\n');
    return line;
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    output.write('\n');
    return undefined;
  } finally {
    lines.close();
  }
}
