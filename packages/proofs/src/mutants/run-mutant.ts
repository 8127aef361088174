import { spawn } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const serverSource = 'packages/server/src';

/** The file with the mistake. The text must occur exactly once, because a mutant can become outdated with its code. */
export function mutate({ name, find, replace }: Mutant, text: string): string {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`"${name}" finds its place ${places} times; it has to be there once`);
  return text.replace(find, () => replace);
}

export function sourceOf({ file }: Mutant): string {
  return readFileSync(join(repository, serverSource, file), 'utf8');
}

const copied = ['package.json', 'tsconfig.base.json', 'vitest.config.ts', 'spec', 'scripts', 'packages'];

/** A copy of the files that the tests of the server need, so that the working tree does not change. */
export function copyRepository(folder: string): void {
  for (const entry of copied) {
    cpSync(join(repository, entry), join(folder, entry), { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
}

/** `NOT_RUN`: no test has the title. `OVERDUE`: it never ended. Neither proves anything. */
export type Verdict = 'CAUGHT' | 'SURVIVED' | 'NOT_RUN' | 'OVERDUE';

/** Runs the test with the mistake planted. */
export async function runMutant(folder: string, mutant: Mutant): Promise<Verdict> {
  const file = join(folder, serverSource, mutant.file);
  const original = sourceOf(mutant);
  writeFileSync(file, mutate(mutant, original));
  try {
    return await runTest(folder, mutant);
  } finally {
    writeFileSync(file, original);
  }
}

export interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** The title of a parameterized test, with the values of its row instead of `%s`. */
function titlePattern(title: string): string {
  return title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/%[sid]/g, '.*');
}

export function verdictOf(hasEnded: boolean, title: string, { testResults }: Report): Verdict {
  if (!hasEnded) return 'OVERDUE';
  const statuses = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((result) => new RegExp(`^${titlePattern(title)}$`).test(result.title))
    .map(({ status }) => status);
  if (statuses.includes('failed')) return 'CAUGHT';
  return statuses.includes('passed') ? 'SURVIVED' : 'NOT_RUN';
}

/** Tests and hooks get shorter timeouts than usual, but a mistake that blocks the thread bypasses them. */
const longestRunMs = 420_000;

async function runTest(folder: string, { test: [file, title] }: Mutant): Promise<Verdict> {
  const output = join(folder, 'report.json');
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const limits = ['--testTimeout=120000', '--hookTimeout=120000', '--expect.poll.timeout=100000'];
  const flags = [...limits, '--testNamePattern', titlePattern(title), '--reporter=json', '--outputFile', output];
  writeFileSync(output, '{"testResults":[]}');
  const hasEnded = await endsWithin(longestRunMs, [vitest, 'run', join(serverSource, file), ...flags], folder);
  return verdictOf(hasEnded, title, JSON.parse(readFileSync(output, 'utf8')) as Report);
}

/** Runs a Node.js program; kills it and its children after a timeout, or when this process ends. */
export function endsWithin(limitMs: number, nodeArguments: readonly string[], folder: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const program = spawn(process.execPath, nodeArguments, { cwd: folder, stdio: 'ignore', detached: true });
    const endAll = (): void => {
      if (program.pid !== undefined) process.kill(-program.pid, 'SIGKILL');
    };
    let isOverdue = false;
    const limit = setTimeout(() => {
      isOverdue = true;
      endAll();
    }, limitMs);
    process.once('exit', endAll);
    program.once('error', reject);
    program.once('exit', () => {
      clearTimeout(limit);
      process.off('exit', endAll);
      resolve(!isOverdue);
    });
  });
}
