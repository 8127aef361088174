import { Argument, type Command } from 'commander';
import type { Surroundings } from '../surroundings.ts';

/** The script that each shell runs on Tab. It calls this program for the completions. */
const scripts = {
  bash: `_payments() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(payments complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _payments payments`,
  zsh: `#compdef payments
_payments() {
  local -a found
  found=("\${(@f)$(payments complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null | sed 's/:/\\\\:/g; s/\\t/:/')}")
  _describe 'payments' found || _files
}
compdef _payments payments`,
  fish: `complete -c payments -f -a '(payments complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
} as const;

type Shell = keyof typeof scripts;

const help = `
  bash   payments completion bash > ~/.local/share/bash-completion/completions/payments
  zsh    payments completion zsh > "\${fpath[1]}/_payments"
  fish   payments completion fish > ~/.config/fish/completions/payments.fish
`;

/** Completions of the words: subcommands of the group, flags of the command, or values of the preceding flag. */
function candidates(program: Command, words: readonly string[]): readonly (readonly [string, string])[] {
  const [last = '', ...before] = words.toReversed();
  let command = program;
  for (const word of before.toReversed()) {
    command = command.commands.find((each) => each.name() === word) ?? command;
  }
  const options = [...command.options, ...program.options].filter(({ hidden }) => !hidden);
  const [previous = ''] = before;
  const awaited = options.find((option) => option.long === previous && option.required);
  if (awaited !== undefined) {
    const listed = /\(([^()]*)\)$/.exec(awaited.description)?.[1]?.split('; ').at(-1) ?? '';
    const values = listed.split(', ').filter((value) => /^[A-Z][A-Z0-9_.]*$/.test(value));
    return values.filter((value) => value.startsWith(last)).map((value) => [value, '']);
  }
  const shown = last.startsWith('-')
    ? options.map((option) => [option.long ?? '', option.description] as const)
    : command.commands
        .filter((each) => each.name() !== 'complete')
        .map((each) => [each.name(), each.summary() || each.description()] as const);
  return shown.filter(([word]) => word.startsWith(last));
}

export function addCompletion(program: Command, { print }: Surroundings): void {
  program
    .command('completion')
    .description('Prints a completion script for a shell.')
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .addHelpText('after', help)
    .action((shell: Shell) => print(scripts[shell]));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action((words: readonly string[]) => {
      for (const [word, about] of candidates(program, words))
        print(about === '' ? word : `${word}\t${about.split('\n')[0]}`);
    });
}
