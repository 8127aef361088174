import type { Command } from 'commander';
import { commonFlags } from '../operations/perform-operation.ts';
import { Failed } from '../refusals.ts';
import { type ServerCommands, withServer } from '../server-commands.ts';
import type { Surroundings } from '../surroundings.ts';

/** Its words as they were typed, and what the program itself has read of them. */
function passedOn(command: Command): readonly string[] {
  const { data, json } = commonFlags(command);
  return [...command.args, ...(data === undefined ? [] : ['--data', data]), ...(json === true ? ['--json'] : [])];
}

/** A command whose flags are those of the server's package. */
function addPassed(
  program: Command,
  name: string,
  about: string,
  act: (server: ServerCommands, words: readonly string[]) => Promise<void>,
): void {
  const command = program
    .command(name)
    .description(about)
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(() => withServer((server) => act(server, passedOn(command))));
}

/** For those who run a server, on the machine where its data are. */
export function addServerCommands(program: Command, { print }: Surroundings): void {
  addPassed(program, 'operator', 'For operators of a server: manage its platforms.', async (server, words) =>
    print((await server.answerOperator(words)).trimEnd()),
  );
  addPassed(
    program,
    'verify',
    'For operators of a server: check the invariants of the ledger and the events.',
    async (server, words) => {
      const code = await server.answerVerify(words, (text) => print(text.trimEnd()));
      if (code !== 0) throw new Failed('');
    },
  );
}
