import type { Command } from 'commander';
import { operationCommands } from '../generated/commands.ts';
import { optionsOf } from '../operations/operation-command.ts';
import { performOperation } from '../operations/perform-operation.ts';
import type { Surroundings } from '../surroundings.ts';

const choosing: ReadonlySet<string> = new Set(['types', 'type']);

/** Prints the activity of the platform, one line each, until it is stopped. */
export function addLogs(program: Command, surroundings: Surroundings): void {
  const facts = operationCommands.find(({ operationId }) => operationId === 'streamActivity');
  if (facts === undefined) return;
  const logs = program.command('logs').description('Shows the activity of the platform.');
  const tail = logs
    .command('tail')
    .description('Shows requests, events and their deliveries live, one per line, until you stop it.');
  for (const flag of facts.flags.filter(({ name }) => choosing.has(name)))
    for (const option of optionsOf(flag)) tail.addOption(option);
  tail.action(async () => {
    const flags = new Map(Object.entries(tail.opts<Record<string, unknown>>()));
    await performOperation(facts, { operands: [], flags, body: undefined }, tail, surroundings);
  });
}
