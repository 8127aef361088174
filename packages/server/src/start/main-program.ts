import { releaseOfServer } from '../backups/release-of-server.ts';
import { readOptions } from './options.ts';
import { programNames } from './program-names.ts';
import { UnusableOptions } from './read-flags.ts';
import { helpOf } from './start-help.ts';
import { endOnSignals } from './stop-signals.ts';

/** The process: reads the command line, and loads the server only if it starts one. Returns the exit code. */
export async function main(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  try {
    if (words.includes('--version')) {
      process.stdout.write(`${releaseOfServer()}\n`);
      return 0;
    }
    const options = readOptions(words, environment);
    if (options === 'HELP') {
      process.stdout.write(helpOf(programNames.server));
      return 0;
    }
    endOnSignals();
    const { runServer } = await import('./run-server.ts');
    return await runServer(options);
  } catch (error) {
    if (!(error instanceof UnusableOptions)) throw error;
    process.stderr.write(`payments: ${error.message}\n`);
    return 2;
  }
}
