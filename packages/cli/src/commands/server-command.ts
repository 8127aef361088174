import type { Command } from 'commander';
import { commonFlags } from '../operations/perform-operation.ts';
import { Failed } from '../refusals.ts';
import { type ServerCommands, withServer } from '../server-commands.ts';
import type { Surroundings } from '../surroundings.ts';

/** The arguments as typed, and the options that the program has parsed. */
function passedOn(command: Command): readonly string[] {
  const { data, json } = commonFlags(command);
  return [...command.args, ...(data === undefined ? [] : ['--data', data]), ...(json === true ? ['--json'] : [])];
}

/** A command whose flags belong to the server's package. */
function addPassed(
  program: Command,
  signal: AbortSignal,
  [name, about]: readonly [name: string, about: string],
  act: (server: ServerCommands, words: readonly string[]) => Promise<void>,
): void {
  const command = program
    .command(name)
    .description(about)
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(() => withServer(signal, (server) => act(server, passedOn(command))));
}

/** Commands for operators, on the machine that has the data. */
export function addServerCommands(program: Command, { print, signal }: Surroundings): void {
  const operator = ['operator', 'For operators: manage the platforms of a server.'] as const;
  addPassed(program, signal, operator, async (server, words) => print((await server.answerOperator(words)).trimEnd()));
  const verify = ['verify', 'For operators: check the invariants of the ledger and the events.'] as const;
  addPassed(program, signal, verify, async (server, words) => {
    const code = await server.answerVerify(words, (text) => print(text.trimEnd()));
    if (code !== 0) throw new Failed('');
  });
}
