import { type Command, Option } from 'commander';
import type { CommandFacts, FlagFacts } from './command-facts.ts';
import type { Typed } from './request-of-flags.ts';

/** Performs the request that was typed. */
export type Perform = (facts: CommandFacts, typed: Typed, command: Command) => Promise<void>;

const takes: Readonly<Record<FlagFacts['kind'], string>> = {
  TEXT: '<text>',
  NUMBER: '<number>',
  SWITCH: '',
  TEXTS: '<text>',
  NUMBERS: '<number>',
  JSON: '<json>',
  FILE: '<file>',
};

/** The alternative media type of some lists. */
export const csv = 'text/csv';

function collected(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

function aboutFlag({ about, kind, isRequired, values }: FlagFacts): string {
  const isList = kind === 'TEXTS' || kind === 'NUMBERS';
  const notes = [
    ...(isRequired ? ['required'] : []),
    ...(isList ? ['repeatable'] : []),
    ...(values === undefined ? [] : [values.join(', ')]),
  ];
  return notes.length === 0 ? about : `${about} (${notes.join('; ')})`;
}

/** The options of a flag: a switch has two. */
export function optionsOf(flag: FlagFacts): readonly Option[] {
  const { name, kind } = flag;
  const option = new Option(`--${name}${takes[kind] === '' ? '' : ` ${takes[kind]}`}`, aboutFlag(flag));
  if (kind === 'TEXTS' || kind === 'NUMBERS') option.argParser(collected);
  return kind === 'SWITCH' ? [option, new Option(`--no-${name}`, 'the opposite').hideHelp()] : [option];
}

/** Quotes a word for a shell. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Splits after the first paragraph, the summary; the rules follow the flags. */
function divided(description: string): readonly [string, string] {
  const end = description.indexOf('\n\n');
  return end === -1 ? [description, ''] : [description.slice(0, end), description.slice(end).trim()];
}

function examplesText({ words, examples }: CommandFacts): string {
  const shown = examples.slice(0, 3).map(({ title, words: typed }) => {
    const line = ['payments', ...words, ...typed.map(shellWord)].join(' ');
    return `  # ${title}\n  ${line.replaceAll(/ (?=--?[a-z])/g, ' \\\n    ')}`;
  });
  return shown.length === 0 ? '' : `\nExamples:\n${shown.join('\n\n')}\n`;
}

/** The group for some words, created if it does not exist. */
export function groupOf(program: Command, words: readonly string[]): Command {
  return words.reduce((parent, word) => {
    const found = parent.commands.find((each) => each.name() === word);
    return found ?? parent.command(word).helpGroup(parent === program ? 'Operations:' : 'Groups:');
  }, program);
}

/** Adds an operation, with its flags and examples, to the program. */
export function addOperation(program: Command, facts: CommandFacts, perform: Perform): Command {
  const { words, operands, flags, summary, description, isDeprecated, isPaged, body } = facts;
  const command = groupOf(program, words.slice(0, -1)).command(words.at(-1) ?? '');
  const [about, rules] = divided(description);
  command.summary(summary).description(`${summary}.${isDeprecated ? ' Deprecated.' : ''}\n\n${about}`);
  for (const { name, about } of operands) command.argument(`<${name}>`, about);
  const attributes = new Map<string, string>();
  for (const flag of flags) {
    for (const option of optionsOf(flag)) {
      command.addOption(option);
      attributes.set(option.attributeName(), flag.name);
    }
  }
  if (body !== 'NONE') command.option('-d, --body <json>', 'the body as JSON, as @file, or - for standard input');
  if (isPaged) command.option('--all', 'fetch every page');
  if (facts.answers.includes(csv)) command.option('--csv', 'print the response as CSV');
  command.addHelpText('after', `${examplesText(facts)}${rules === '' ? '' : `\n${rules}\n`}`);
  return command.action(async () => {
    const given = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli');
    const named = given.flatMap(([name, value]) => {
      const flag = attributes.get(name);
      return flag === undefined ? [] : [[flag, value] as const];
    });
    const { body: typedBody } = command.opts<{ readonly body?: string }>();
    await perform(facts, { operands: command.args, flags: new Map(named), body: typedBody }, command);
  });
}
