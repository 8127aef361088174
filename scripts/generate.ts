import { parseArgs } from 'node:util';
import { openapiTypes } from '../packages/types/codegen/openapi-types.ts';
import type { Specification } from '../packages/types/src/specification.ts';
import { readArguments } from './command-line.ts';
import { accountFacts } from './generate/account-facts.ts';
import { type Artifact, staleArtifacts, writeArtifact } from './generate/artifact.ts';
import { bundle, bundleArtifacts } from './generate/bundle.ts';
import { currencyTable } from './generate/currency-table.ts';
import { errorTable } from './generate/error-table.ts';
import { eventTypes } from './generate/event-types.ts';
import { operationTable } from './generate/operation-table.ts';
import { specFolder, specRoot } from './generate/paths.ts';
import { regionTable } from './generate/region-table.ts';
import { stateTables } from './generate/state-tables.ts';
import { readTables, type Tables } from './generate/tables.ts';
import { generatedModule } from './generate/typescript-source.ts';

const help = `Usage: pnpm gen [--check]

Bundles spec/ into spec/dist and generates packages/types/src/generated from it.

  --check  write nothing; exit 1 and name each file that is out of date
  --help   show this text
`;

async function timed<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
  const start = performance.now();
  process.stdout.write(name.padEnd(20));
  try {
    return await work();
  } finally {
    process.stdout.write(`${Math.round(performance.now() - start)} ms\n`);
  }
}

async function typesModule(specification: Specification): Promise<Artifact> {
  return generatedModule('openapi', [await openapiTypes(JSON.stringify(specification))]);
}

/** Every generated file, made in memory. */
async function generate(): Promise<Artifact[]> {
  const tables: Tables = await timed('read tables', () => readTables(specFolder));
  const specification = await timed('bundle spec', () => bundle(specRoot, tables));
  return [
    ...(await timed('print bundle', () => bundleArtifacts(specification))),
    await timed('types of schemas', () => typesModule(specification)),
    await timed('operation table', () => operationTable(specification)),
    await timed('error table', () => errorTable(tables)),
    await timed('state tables', () => stateTables(tables)),
    await timed('currency table', () => currencyTable(tables)),
    await timed('region table', () => regionTable(tables)),
    await timed('account facts', () => accountFacts(tables)),
    await timed('event types', () => eventTypes(specification)),
  ];
}

function check(artifacts: readonly Artifact[]): number {
  const stale = staleArtifacts(artifacts);
  for (const { path } of stale) process.stderr.write(`${path} is out of date: run \`pnpm gen\`.\n`);
  if (stale.length === 0) process.stdout.write(`All ${artifacts.length} generated files are up to date.\n`);
  return stale.length === 0 ? 0 : 1;
}

function write(artifacts: readonly Artifact[]): number {
  const written = artifacts.filter((artifact) => writeArtifact(artifact) === 'written');
  for (const { path } of written) process.stdout.write(`wrote ${path}\n`);
  if (written.length === 0) process.stdout.write(`Nothing changed in ${artifacts.length} generated files.\n`);
  return 0;
}

const values = readArguments(
  help,
  () => parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean' } } }).values,
);
try {
  const artifacts = await generate();
  process.exitCode = values.check ? check(artifacts) : write(artifacts);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
