import { ApiError, NoAnswerError } from '@payments-platform/client';
import { UnusableFile } from '@payments-platform/client/private-file';
import { CommanderError } from 'commander';
import { noAnswerWords, refusalJson, refusalWords } from './output/refusal-words.ts';
import { styleFor } from './output/style.ts';
import { createProgram } from './program.ts';
import { Failed, UnusableCommand } from './refusals.ts';
import type { Surroundings } from './surroundings.ts';

const done = 0;
const refused = 1;
const misused = 2;

/** What whoever typed the command can mend; anything else is a bug, and shows where it is. */
function tellFault(error: unknown, words: readonly string[], surroundings: Surroundings): number {
  const { tell } = surroundings;
  if (error instanceof ApiError) {
    const isJson = words.includes('--json');
    tell(isJson ? refusalJson(error) : refusalWords(error, styleFor(surroundings, !words.includes('--no-color'))));
    return refused;
  }
  if (error instanceof NoAnswerError) {
    tell(`payments: ${noAnswerWords(error)}`);
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

/** Does what the words after `payments` say. 0 when it is done, 1 when it is refused, 2 when it cannot be understood. */
export async function run(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const program = createProgram(surroundings);
  try {
    await program.parseAsync(words, { from: 'user' });
    return done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? done : misused;
    return tellFault(error, words, surroundings);
  }
}
