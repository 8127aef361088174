import { spawn } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const serverSource = 'packages/server/src';

/** The text of the file with the mistake in it. The place has to be there, and once: a mutant ages with its code. */
export function mutate({ name, find, replace }: Mutant, text: string): string {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`"${name}" finds its place ${places} times; it has to be there once`);
  return text.replace(find, () => replace);
}

export function sourceOf({ file }: Mutant): string {
  return readFileSync(join(repository, serverSource, file), 'utf8');
}

const copied = ['package.json', 'tsconfig.base.json', 'vitest.config.ts', 'spec', 'scripts', 'packages'];

/** A copy of what the tests of the server need, so that the working tree stays as it is. */
export function copyRepository(folder: string): void {
  for (const entry of copied) {
    cpSync(join(repository, entry), join(folder, entry), { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
}

export type Verdict = 'CAUGHT' | 'SURVIVED' | 'NOT_RUN';

/** Runs the test with the mistake in place. `NOT_RUN` means that no test has the title: that proves nothing. */
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

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

async function runTest(folder: string, { test: [file, title] }: Mutant): Promise<Verdict> {
  const output = join(folder, 'report.json');
  const pattern = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const arguments_ = ['run', join(serverSource, file), '--testNamePattern', pattern, '--reporter=json'];
  writeFileSync(output, '{"testResults":[]}');
  await new Promise<void>((resolve, reject) => {
    const program = spawn(
      process.execPath,
      [join(folder, 'node_modules/vitest/vitest.mjs'), ...arguments_, '--outputFile', output],
      { cwd: folder, stdio: 'ignore' },
    );
    program.once('error', reject);
    program.once('exit', () => resolve());
  });
  const report = JSON.parse(readFileSync(output, 'utf8')) as Report;
  const statuses = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((result) => result.title === title)
    .map(({ status }) => status);
  if (statuses.includes('failed')) return 'CAUGHT';
  return statuses.includes('passed') ? 'SURVIVED' : 'NOT_RUN';
}
