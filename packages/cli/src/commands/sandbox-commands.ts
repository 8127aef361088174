import type { Command } from 'commander';
import { operationCommands } from '../generated/commands.ts';
import type { CommandFacts } from '../operations/command-facts.ts';
import { performOperation } from '../operations/perform-operation.ts';
import type { Surroundings } from '../surroundings.ts';

/** A few words for what is done often in a sandbox: what to make, or nothing to see what can be made. */
interface ShortForm {
  readonly name: string;
  readonly operand: string;
  readonly summary: string;
  readonly description: string;
  /** Lists what can be made. */
  readonly lists: string;
  /** Makes it. */
  readonly makes: string;
  /** The flag of the operation that names it. */
  readonly flag: string;
  /** Another flag of it, with what it says. */
  readonly also?: readonly [flag: string, words: string];
}

const shortForms: readonly ShortForm[] = [
  {
    name: 'trigger',
    operand: 'event',
    summary: 'make an event happen by its real cause',
    description:
      'Makes an event of the sandbox happen by its real cause; without a type it lists those that there are.',
    lists: 'listSandboxTriggers',
    makes: 'triggerSandboxEvent',
    flag: 'type',
    also: ['resource-id', 'make it happen to this resource, and not to a new one'],
  },
  {
    name: 'fixtures',
    operand: 'name',
    summary: 'make a set of data: customers, accounts, payments',
    description: 'Makes a named set of data in the sandbox; without a name it lists those that there are.',
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
    .option(`--${clockFlag}`, 'move the clock of the sandbox to the moment at which it is done');
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
