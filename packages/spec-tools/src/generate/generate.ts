import { sayUnwritable } from '../../../command-line/src/run-command.ts';
import { openapiTypes } from '../../../types/codegen/openapi-types.ts';
import type { Specification } from '../../../types/src/specification.ts';
import { accountFacts } from './account-facts.ts';
import { agentTools } from './agent-tools.ts';
import { type Artifact, staleArtifacts, writeArtifact } from './artifact.ts';
import { bankingDays } from './banking-days.ts';
import { bundle, bundleArtifacts } from './bundle.ts';
import { commandTable } from './cli/command-table.ts';
import { currencyTable } from './currency-table.ts';
import { dependencyPage, dependencyTable } from './dependency-table.ts';
import { errorTable } from './error-table.ts';
import { eventTypes } from './event-types.ts';
import { operationTable } from './operation-table.ts';
import { specFolder, specRoot } from './paths.ts';
import { railTable } from './rail-table.ts';
import { regionTable } from './region-table.ts';
import { sandboxTriggers, triggersPage } from './sandbox-triggers.ts';
import { stateTables } from './state-tables.ts';
import { readTables, type Tables } from './tables.ts';
import { generatedModule } from './typescript-source.ts';

interface Step {
  readonly name: string;
  readonly milliseconds: number;
}

type Say = (text: string) => void;

type Timed = <Result>(name: string, work: () => Result | Promise<Result>) => Promise<Result>;

/** Measures and reports the time of each step. */
function timer(steps: Step[], say: Say): Timed {
  return async (name, work) => {
    const start = performance.now();
    say(name.padEnd(20));
    try {
      return await work();
    } finally {
      const milliseconds = Math.round(performance.now() - start);
      steps.push({ name, milliseconds });
      say(`${milliseconds} ms\n`);
    }
  };
}

async function typesModule(specification: Specification): Promise<Artifact> {
  return generatedModule('openapi', [await openapiTypes(JSON.stringify(specification))]);
}

/** Generates every file, in memory. */
async function makeAll(timed: Timed): Promise<Artifact[]> {
  const tables: Tables = await timed('read tables', () => readTables(specFolder));
  const specification = await timed('bundle spec', () => bundle(specRoot, tables));
  return [
    ...(await timed('print bundle', () => bundleArtifacts(specification))),
    await timed('types of schemas', () => typesModule(specification)),
    await timed('operation table', () => operationTable(specification)),
    await timed('error table', () => errorTable(tables)),
    await timed('state tables', () => stateTables(tables)),
    await timed('currency table', () => currencyTable(tables)),
    await timed('region table', () => regionTable(tables, specification)),
    await timed('rail table', () => railTable(tables)),
    await timed('banking days', () => bankingDays(tables)),
    await timed('dependency table', () => dependencyTable(tables)),
    await timed('dependency page', () => dependencyPage(tables)),
    await timed('account facts', () => accountFacts(tables)),
    await timed('event types', () => eventTypes(specification)),
    await timed('sandbox triggers', () => sandboxTriggers(specification)),
    await timed('page of triggers', () => triggersPage(specification)),
    await timed('tools of agents', () => agentTools(specification)),
    await timed('command line', () => commandTable(specification)),
  ];
}

function check(artifacts: readonly Artifact[], say: Say): readonly string[] {
  const stale = staleArtifacts(artifacts).map(({ path }) => path);
  for (const path of stale) process.stderr.write(`${path} is out of date: run \`pnpm gen\`.\n`);
  if (stale.length === 0) say(`All ${artifacts.length} generated files are up to date.\n`);
  return stale;
}

function write(artifacts: readonly Artifact[], say: Say): readonly string[] {
  const written = artifacts.filter((artifact) => writeArtifact(artifact) === 'written').map(({ path }) => path);
  for (const path of written) say(`wrote ${path}\n`);
  if (written.length === 0) say(`Nothing changed in ${artifacts.length} generated files.\n`);
  return written;
}

/** The flags of a command line, as given. */
export interface GenerateFlags {
  readonly check?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Generates every file, then writes or checks them. Returns the exit code. */
export async function generate(flags: GenerateFlags): Promise<number> {
  const say: Say = (text) => void (flags.json !== true && process.stdout.write(text));
  const steps: Step[] = [];
  try {
    const artifacts = await makeAll(timer(steps, say));
    const outOfDate = flags.check === true ? check(artifacts, say) : [];
    const written = flags.check === true ? [] : write(artifacts, say);
    if (flags.json === true) process.stdout.write(`${JSON.stringify({ outOfDate, written, steps })}\n`);
    return outOfDate.length === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${sayUnwritable(error) ?? (error instanceof Error ? error.message : String(error))}\n`);
    return 1;
  }
}
