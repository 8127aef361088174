import { readFileSync, writeFileSync } from 'node:fs';
import { operationTable } from '@payments-platform/types';
import type { Observations } from './observations.ts';

/** What the scenarios have covered on the server. The committed table may only grow. */
export interface Coverage {
  /** Operation → status → error codes, sorted; a success has no code. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Types of the events that arrived, sorted. */
  readonly events: readonly string[];
}

/** The committed table. */
export interface RecordedCoverage extends Coverage {
  /** The successes and events of scenarios that run on SQLite only, as lines. */
  readonly sqliteOnly: readonly string[];
}

const file = new URL('../../coverage.json', import.meta.url);

export function readCoverage(): RecordedCoverage {
  return JSON.parse(readFileSync(file, 'utf8')) as RecordedCoverage;
}

export function writeCoverage(coverage: RecordedCoverage): void {
  writeFileSync(file, `${JSON.stringify(coverage, null, 2).replaceAll(/\[\s+([^\]]*?)\s+\]/g, inOneLine)}\n`);
}

/** Short lists read better on one line, and a formatter keeps them there. */
function inOneLine(list: string, items: string): string {
  const line = `[${items.split(/,\s+/).join(', ')}]`;
  return line.length <= 100 ? line : list;
}

export function coverageOf({ operations, events }: Pick<Observations, 'operations' | 'events'>): Coverage {
  const seen = [...operations].map(([operationId, statuses]) => {
    const codes = [...statuses].map(([status, found]) => [String(status), [...found].sort()] as const);
    return [operationId, Object.fromEntries(codes.sort(byName))] as const;
  });
  return { operations: Object.fromEntries(seen.sort(byName)), events: [...events].sort() };
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** Every entry of the table as a line: `createQuote 400 SELF_PAYMENT`. */
function lines({ operations, events }: Coverage): string[] {
  const answers = Object.entries(operations).flatMap(([operationId, statuses]) =>
    Object.entries(statuses).flatMap(([status, codes]) =>
      codes.length === 0 ? [`${operationId} ${status}`] : codes.map((code) => `${operationId} ${status} ${code}`),
    ),
  );
  return [...answers, ...events.map((type) => `event ${type}`)];
}

/** The entries of the table that this run has not covered. */
export function missingFrom(seen: Coverage, recorded: Coverage): string[] {
  const present = new Set(lines(seen));
  return lines(recorded).filter((line) => !present.has(line));
}

/** The entries that a run on PostgreSQL has not covered although their scenarios run there too. */
export function missingOnPostgres(seen: Coverage, recorded: RecordedCoverage): string[] {
  return missingFrom(seen, withoutRefusals(recorded)).filter((line) => !recorded.sqliteOnly.includes(line));
}

/** The table once both engines have run: what PostgreSQL did not cover belongs to SQLite only. */
export function withSqliteOnly(seenOnPostgres: Coverage, recorded: RecordedCoverage): RecordedCoverage {
  return { ...recorded, sqliteOnly: missingFrom(seenOnPostgres, withoutRefusals(recorded)).sort() };
}

/** The table with the entries of this run; existing entries stay, covered or not. */
export function merged(recorded: RecordedCoverage, seen: Coverage): RecordedCoverage {
  const operations = new Map<string, Map<number, Set<string>>>();
  for (const coverage of [recorded, seen]) {
    for (const [operationId, statuses] of Object.entries(coverage.operations)) {
      const known = operations.get(operationId) ?? new Map<number, Set<string>>();
      operations.set(operationId, known);
      for (const [status, codes] of Object.entries(statuses)) {
        known.set(Number(status), new Set([...(known.get(Number(status)) ?? []), ...codes]));
      }
    }
  }
  const { sqliteOnly } = recorded;
  return { ...coverageOf({ operations, events: new Set([...recorded.events, ...seen.events]) }), sqliteOnly };
}

/** The part of the table that depends on the database: a success of each operation, and each event. */
function withoutRefusals({ operations, events }: Coverage): Coverage {
  const done = Object.entries(operations).map(([operationId, statuses]) => {
    const successes = Object.entries(statuses).filter(([status]) => Number(status) < 400);
    return [operationId, Object.fromEntries(successes)] as const;
  });
  return { operations: Object.fromEntries(done), events };
}

interface Declared {
  readonly successStatuses: readonly number[];
  readonly errorCodes: Readonly<Record<string, readonly string[]>>;
}

/** The number of combinations of operation, status and error code in the specification. */
function declaredCount(): number {
  const rows: readonly Declared[] = Object.values(operationTable);
  const counts = rows.map(
    ({ successStatuses, errorCodes }) => successStatuses.length + Object.values(errorCodes).flat().length,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** One line for the report, and the new entries to record. */
export function summary(seen: Coverage, recorded: Coverage): string {
  const added = missingFrom(recorded, seen);
  const answers = lines(seen).length - seen.events.length;
  const news =
    added.length === 0
      ? ''
      : `\nNot in coverage.json yet (record it with COVERAGE=update, where PostgreSQL is installed): ${added.join(', ')}`;
  return `The scenarios saw ${answers} of ${declaredCount()} declared operation × status × error code, and ${seen.events.length} types of events.${news}`;
}
