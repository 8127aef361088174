import type { Specification } from '../../../types/src/specification.ts';
import { type Change, type Changes, jsonPath } from './change.ts';
import { compareEvents } from './compare-events.ts';
import { compareOperations } from './compare-operations.ts';
import { createSchemaComparison } from './compare-schemas.ts';
import { compareTables } from './compare-tables.ts';
import { contractOf } from './contract.ts';

function basePathOf({ servers = [] }: Specification): string {
  return new URL(servers[0]?.url ?? '/', 'http://localhost').pathname;
}

function* compareBasePaths(before: Specification, now: Specification): Changes {
  const [old, current] = [basePathOf(before), basePathOf(now)];
  if (old === current) return;
  const message = `The base path was ${old}; now it is ${current}.`;
  yield { rule: 'base-path-changed', path: ['servers', 0, 'url'], message };
}

function* everyChange(before: Specification, now: Specification): Changes {
  const compare = createSchemaComparison();
  yield* compareBasePaths(before, now);
  yield* compareOperations(compare, before, now);
  yield* compareEvents(compare, before, now);
  yield* compareTables(before, now);
}

/** Every difference between two versions of the interface that callers can notice, without duplicates. */
export function compareSpecifications(before: Specification, now: Specification): Change[] {
  const changes = new Map<string, Change>();
  for (const change of everyChange(contractOf(before), contractOf(now))) {
    const key = [change.rule, jsonPath(change.path), change.direction, change.message].join('\n');
    if (!changes.has(key)) changes.set(key, change);
  }
  return [...changes.values()];
}
