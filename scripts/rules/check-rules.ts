import { type Rule, readRules } from './rule-table.ts';
import { titlesOf } from './test-titles.ts';

export interface Surroundings {
  /** The text of a file of the repository, or `undefined` if it does not exist. */
  readonly read: (file: string) => string | undefined;
  /** Every operation as `METHOD /path`. */
  readonly operations: readonly string[];
}

/** The mistakes on the page, one per line; empty if each rule has existing tests. */
export function checkRules(page: string, { read, operations }: Surroundings): readonly string[] {
  const rules = readRules(page);
  const titles = new Map<string, ReadonlySet<string> | undefined>();
  const titlesIn = (file: string): ReadonlySet<string> | undefined => {
    if (!titles.has(file)) {
      const source = read(file);
      titles.set(file, source === undefined ? undefined : titlesOf(source));
    }
    return titles.get(file);
  };
  return [
    ...rules.flatMap((rule) => [...ruleFindings(rule, operations), ...testFindings(rule, titlesIn)]),
    ...uncovered(rules, operations),
  ];
}

function ruleFindings({ line, text, operations, tests }: Rule, served: readonly string[]): string[] {
  const findings = operations
    .filter((operation) => !served.includes(operation))
    .map((operation) => `line ${line}: no operation ${operation}`);
  if (text === '') findings.push(`line ${line}: no rule`);
  if (tests.length === 0) findings.push(`line ${line}: no test`);
  return findings;
}

function testFindings({ line, tests }: Rule, titlesIn: (file: string) => ReadonlySet<string> | undefined): string[] {
  return tests.flatMap(({ file, title }) => {
    const titles = titlesIn(file);
    if (titles === undefined) return [`line ${line}: no file ${file}`];
    return titles.has(title) ? [] : [`line ${line}: no test '${title}' in ${file}`];
  });
}

/** Each operation needs rules of its own, beside those for all operations. */
function uncovered(rules: readonly Rule[], served: readonly string[]): string[] {
  const named = new Set(rules.flatMap(({ operations }) => operations));
  return served.filter((operation) => !named.has(operation)).map((operation) => `no rule names ${operation}`);
}
