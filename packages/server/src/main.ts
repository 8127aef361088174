#!/usr/bin/env node
import { help, readOptions } from './start/options.ts';
import { UnusableOptions } from './start/read-flags.ts';

/** The process: reads the command line, and loads the server only when there is one to start. */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === 'HELP') {
    process.stdout.write(help);
    return 0;
  }
  const { runServer } = await import('./start/run-server.ts');
  return runServer(options);
}

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof UnusableOptions)) throw error;
  process.stderr.write(`payments: ${error.message}\n`);
  return 2;
});
