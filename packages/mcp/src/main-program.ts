import { ApiError, NoAnswerError } from '@payments-platform/client';
import { UnusableFile } from '@payments-platform/client/private-file';
import { runConnect } from './commands/connect-command.ts';
import { runLogout } from './commands/logout-command.ts';
import { packageVersion } from './commands/package-version.ts';
import { type Command, help, readCommand, UnusableCommand } from './commands/read-command.ts';
import { runStatus } from './commands/status-command.ts';
import type { Surroundings } from './commands/surroundings.ts';
import { placesOf } from './connection/places.ts';

async function run(command: Command, surroundings: Surroundings): Promise<number> {
  switch (command.name) {
    case 'help':
      process.stdout.write(help);
      return 0;
    case 'version':
      surroundings.print(packageVersion());
      return 0;
    case 'connect':
      return runConnect(command, surroundings);
    case 'status':
      return runStatus(command, surroundings);
    case 'logout':
      return runLogout(command, surroundings);
    case 'serve': {
      const { runServe } = await import('./commands/serve-command.ts');
      return runServe(command, surroundings);
    }
  }
}

async function answer(): Promise<number> {
  const command = readCommand(process.argv.slice(2), process.env);
  return run(command, {
    environment: process.env,
    places: placesOf(process.env, command.profile),
    now: () => new Date(),
    print: (text) => process.stdout.write(`${text}\n`),
    tell: (text) => process.stderr.write(`payments-mcp: ${text}\n`),
  });
}

/** Errors that the user of the program can fix. Any other error is a bug and is printed with its stack. */
function isMendable(error: unknown): error is Error {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code))
    return true;
  return [UnusableCommand, UnusableFile, TypeError, ApiError, NoAnswerError].some((kind) => error instanceof kind);
}

/** The reason, without the method and path: they mean nothing to the user of the program, and a path has the code. */
function mendingWords(error: Error): string {
  if (error instanceof NoAnswerError) {
    const reason = error.message.replace(`[${error.method}] ${error.url}`, new URL(error.url).origin);
    return `${reason}. Check the address, and that the platform runs there.`;
  }
  if (!(error instanceof ApiError)) return error.message;
  const fields = error.fieldErrors.map(({ field, message }) => `${field}: ${message ?? 'not valid'}`);
  return [`the platform refused. ${error.reason}`, ...fields].join(' ');
}

/** Runs the program: reads the command line and runs its command. Returns the exit code. */
export function main(): Promise<number> {
  return answer().catch((error: unknown) => {
    if (!isMendable(error)) throw error;
    process.stderr.write(`payments-mcp: ${mendingWords(error)}\n`);
    return error instanceof UnusableCommand ? 2 : 1;
  });
}
