import type { Command } from 'commander';
import { operationCommands } from '../generated/commands.ts';
import type { CommandFacts } from '../operations/command-facts.ts';
import { performOperation } from '../operations/perform-operation.ts';
import type { Surroundings } from '../surroundings.ts';

/** A short command for a frequent operation of the sandbox. Without a name it lists the available ones. */
interface ShortForm {
  readonly name: string;
  readonly operand: string;
  readonly summary: string;
  readonly description: string;
  /** Lists the available names. */
  readonly lists: string;
  /** Performs it. */
  readonly makes: string;
  /** The flag of the operation for the name. */
  readonly flag: string;
  /** Another flag of the operation, with its description. */
  readonly also?: readonly [flag: string, words: string];
}

const shortForms: readonly ShortForm[] = [
  {
    name: 'trigger',
    operand: 'event',
    summary: 'cause an event of the sandbox the way it really occurs',
    description:
      'Causes an event of the sandbox the way it really occurs; without a type it lists the available types.',
    lists: 'listSandboxTriggers',
    makes: 'triggerSandboxEvent',
    flag: 'type',
    also: ['resource-id', 'cause it on this resource instead of a new one'],
  },
  {
    name: 'fixtures',
    operand: 'name',
    summary: 'create a set of data: customers, accounts, payments',
    description: 'Creates a named set of data in the sandbox; without a name it lists the available sets.',
    lists: 'listSandboxFixtures',
    makes: 'createSandboxFixture',
    flag: 'name',
  },
];

function factsOf(operationId: string): CommandFacts | undefined {
  return operationCommands.find((facts) => facts.operationId === operationId);
}

const clockFlag = 'advances-clock';

function addShortForm(program: Command, form: ShortForm, surroundings: Surroundings): void {
  const [lists, makes] = [factsOf(form.lists), factsOf(form.makes)];
  if (lists === undefined || makes === undefined) return;
  const command = program
    .command(form.name)
    .summary(form.summary)
    .description(form.description)
    .argument(`[${form.operand}]`)
    .option(`--${clockFlag}`, 'advance the clock of the sandbox until it is done');
  if (form.also !== undefined) command.option(`--${form.also[0]} <id>`, form.also[1]);
  command.action(async (named: string | undefined) => {
    const flags = new Map<string, unknown>([[form.flag, named]]);
    const { advancesClock, resourceId } = command.opts<{
      readonly advancesClock?: boolean;
      readonly resourceId?: string;
    }>();
    if (advancesClock === true) flags.set(clockFlag, true);
    if (form.also !== undefined && resourceId !== undefined) flags.set(form.also[0], resourceId);
    const typed = { operands: [], flags: named === undefined ? new Map<string, unknown>() : flags, body: undefined };
    await performOperation(named === undefined ? lists : makes, typed, command, surroundings);
  });
}

export function addSandboxCommands(program: Command, surroundings: Surroundings): void {
  for (const form of shortForms) addShortForm(program, form, surroundings);
}
