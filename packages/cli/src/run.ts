import { ApiError, NoAnswerError } from '@payments-platform/client';
import { UnusableFile } from '@payments-platform/client/private-file';
import { CommanderError } from 'commander';
import { endedWords, noAnswerWords, refusalJson, refusalWords } from './output/refusal-words.ts';
import { styleFor } from './output/style.ts';
import { createProgram } from './program.ts';
import { Failed, UnusableCommand } from './refusals.ts';
import type { Surroundings } from './surroundings.ts';

const done = 0;
const refused = 1;
const misused = 2;
/** As for a program that ends by Ctrl-C itself. */
const ended = 130;

/** What a command throws when its user ends it. */
function isOfEnd(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof Error && error.name === 'AbortError');
}

/** Errors that the caller can fix. Any other error is a bug and is printed with its stack. */
function tellFault(error: unknown, words: readonly string[], surroundings: Surroundings): number {
  const { tell, signal } = surroundings;
  if (signal.aborted && isOfEnd(error)) {
    tell(`payments: ${endedWords(error)}`);
    return ended;
  }
  if (error instanceof ApiError) {
    const isJson = words.includes('--json');
    tell(isJson ? refusalJson(error) : refusalWords(error, styleFor(surroundings, !words.includes('--no-color'))));
    return refused;
  }
  if (error instanceof NoAnswerError) {
    tell(`payments: ${noAnswerWords(error, surroundings.environment)}`);
    return refused;
  }
  if (error instanceof UnusableCommand || error instanceof TypeError) {
    tell(`payments: ${error.message}`);
    return misused;
  }
  if (error instanceof UnusableFile) {
    tell(`payments: ${error.message}`);
    return refused;
  }
  if (error instanceof Failed) {
    if (error.message !== '') tell(`payments: ${error.message}`);
    return refused;
  }
  throw error;
}

/** Runs the arguments after `payments`. Returns 0 on success, 1 on a refusal, 2 if the arguments are invalid, 130 if ended. */
export async function run(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const program = createProgram(surroundings);
  try {
    const [first, ...rest] = words;
    await program.parseAsync(first === 'help' ? [...rest, '--help'] : words, { from: 'user' });
    return done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? done : misused;
    return tellFault(error, words, surroundings);
  }
}
