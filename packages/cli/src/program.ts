import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addClock } from './commands/clock-command.ts';
import { addCompletion } from './commands/completion-command.ts';
import { addDoctor } from './commands/doctor-command.ts';
import { addEventsResend } from './commands/events-resend-command.ts';
import { addListen } from './commands/listen-command.ts';
import { addLogin } from './commands/login-command.ts';
import { addLogout } from './commands/logout-command.ts';
import { addLogs } from './commands/logs-command.ts';
import { addSandboxCommands } from './commands/sandbox-commands.ts';
import { addServerCommands } from './commands/server-command.ts';
import { addStatus } from './commands/status-command.ts';
import { operationCommands } from './generated/commands.ts';
import { addOperation } from './operations/operation-command.ts';
import { performOperation } from './operations/perform-operation.ts';
import type { Surroundings } from './surroundings.ts';

/** Reads package.json, which is above the folder of the program, built or not. */
function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
}

const after = `
Credentials: PAYMENTS_BASE_URL, PAYMENTS_TOKEN_ID and PAYMENTS_TOKEN_SECRET, else the profile of \`payments login\`,
else those that a sandbox on this machine keeps in .data. Agents use PAYMENTS_ACCESS_TOKEN.

Exit status: 0 when it is done, 1 when it is refused or cannot be done, 2 when the command cannot be understood, 130
when it is ended before it is done.
`;

/** The commands that contain a word that was typed without the words before it. */
function placesOf(word: string): readonly string[] {
  const places = operationCommands.flatMap(({ words }) => {
    const at = words.indexOf(word);
    return at > 0 ? [`\`payments ${words.slice(0, at + 1).join(' ')}\``] : [];
  });
  return [...new Set(places)];
}

const namedPlaces = 3;

/** Reports a mistake in one line, like the other commands of the project. */
function inOneLine(text: string, within?: Command): string {
  const [line = '', guess = ''] = text.trim().split('\n');
  const word = /^error: unknown command '(.+?)'/.exec(line)?.[1];
  const places = placesOf(word ?? '');
  const [, likely] = (places.length === 0 && /^\((.+\?)\)$/.exec(guess)) || [];
  const isNear = places.length > 0 && places.length <= namedPlaces;
  const next = isNear ? `Did you mean ${places.join(' or ')}?` : (likely ?? (word && within && commandsOf(within)));
  return `payments: ${line.replace(/^error: /, '').replace(/\.?$/, '.')} ${next || '--help shows the commands.'}`;
}

/** The last word of a command is not always the one that a reader expects, such as `create` for `register`. */
function commandsOf(group: Command): string {
  const path: string[] = [];
  for (let each: Command | null = group; each !== null; each = each.parent) path.unshift(each.name());
  return `\`${path.join(' ')}\` has ${group.commands.map((each) => each.name()).join(', ')}.`;
}

function configured(program: Command, { print, tell, columns, isTerminal }: Surroundings): Command {
  return program
    .name('payments')
    .description('The payments platform on the command line.')
    .usage('<command> [flags]')
    .version(packageVersion(), '--version', 'print the version')
    .helpOption('-h, --help', 'show this text')
    .helpCommand(false)
    .option('--base-url <url>', 'address of the platform (PAYMENTS_BASE_URL, default: the sandbox on this machine)')
    .option('--profile <name>', 'name of a stored login (PAYMENTS_PROFILE)')
    .option('--data <folder>', 'data folder of a sandbox on this machine, for its credentials (PAYMENTS_DATA, .data)')
    .option('--json', 'print the response as received, for programs')
    .option('--no-color', 'print without colours (NO_COLOR)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => tell(text.trimEnd()),
      outputError: (text, write) => write(inOneLine(text)),
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
      getOutHasColors: () => isTerminal,
    })
    .configureHelp({ showGlobalOptions: false })
    .addHelpText('after', after);
}

/** Describes a group by its commands, and names them after a mistake. */
function describeGroups(command: Command): void {
  for (const group of command.commands.filter(({ commands }) => commands.length > 0)) {
    describeGroups(group);
    group.configureOutput({ outputError: (text, write) => write(inOneLine(text, group)) });
    if (group.description() !== '') continue;
    const names = group.commands.map((each) => each.name());
    const shown = names.slice(0, 6).join(', ');
    group.description(names.length > 6 ? `${shown} and more` : shown);
  }
}

export function createProgram(surroundings: Surroundings): Command {
  const program = configured(new Command(), surroundings);
  program.commandsGroup('Commands:');
  addLogin(program, surroundings);
  addLogout(program, surroundings);
  addStatus(program, surroundings);
  addDoctor(program, surroundings);
  addListen(program, surroundings);
  addLogs(program, surroundings);
  addSandboxCommands(program, surroundings);
  addClock(program, surroundings);
  addServerCommands(program, surroundings);
  addCompletion(program, surroundings);
  for (const facts of operationCommands)
    addOperation(program, facts, (...parts) => performOperation(...parts, surroundings));
  addEventsResend(program, surroundings);
  describeGroups(program);
  return program;
}
