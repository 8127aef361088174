import type { Command } from 'commander';
import { operationCommands } from '../generated/commands.ts';
import { performOperation } from '../operations/perform-operation.ts';
import type { Surroundings } from '../surroundings.ts';

/** What happens on the platform, a line each, until it is ended. */
export function addLogs(program: Command, surroundings: Surroundings): void {
  const facts = operationCommands.find(({ operationId }) => operationId === 'streamActivity');
  if (facts === undefined) return;
  const logs = program.command('logs').description('Shows what happens on the platform.');
  const tail = logs
    .command('tail')
    .description('Shows what happens while it happens, a line each, until it is ended.')
    .option('--type <type>', 'only events of this type');
  tail.action(async () => {
    const flags = new Map(Object.entries(tail.opts<Record<string, unknown>>()));
    await performOperation(facts, { operands: [], flags, body: undefined }, tail, surroundings);
  });
}
