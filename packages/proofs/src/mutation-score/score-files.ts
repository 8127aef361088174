import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { equivalents } from './equivalents.ts';

type LogLevel = NonNullable<ConstructorParameters<typeof Stryker>[0]['logLevel']>;

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = 'packages/proofs/src/mutation-score';

/** The content of the copied repository: the sources of the server and of the types, and this folder. */
const ignored = ['/*', '!/package.json', '!/packages', '/packages/*', 'dist']
  .concat(['server', 'types', 'proofs'].map((name) => `!/packages/${name}`))
  .concat(['/packages/proofs/src/*', `!/${folder}`]);

interface Unnoticed {
  readonly file: string;
  readonly line: number;
  readonly replacement: string;
}

interface Score {
  readonly file: string;
  readonly mistakes: number;
  /** Mistakes without an observable effect. */
  readonly equivalent: number;
  readonly unnoticed: readonly Unnoticed[];
}

/** Plants every mistake in the files, and reports per file those that no test detects. */
export async function scoreFiles(files: readonly string[]): Promise<Score[]> {
  const copies = mkdtempSync(join(tmpdir(), 'payments-mutation-score-'));
  process.on('exit', () => rmSync(copies, { recursive: true, force: true }));
  process.chdir(repository);
  const stryker = new Stryker({
    mutate: [...files],
    ignorePatterns: ignored,
    testRunner: 'vitest',
    plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
    vitest: { configFile: `${folder}/vitest.pure.config.ts`, related: false },
    concurrency: 2,
    // A machine may stall: a mistake that only looks endless does not count as detected.
    timeoutMS: 30_000,
    tempDirName: copies,
    reporters: [],
    logLevel: 'error' as LogLevel,
  });
  const results = await stryker.runMutationTest();
  return files.map((file) => {
    const mistakes = results
      .filter(({ fileName }) => relative(repository, fileName) === file)
      .map(({ status, location, replacement = '' }) => ({ status, file, line: location.start.line, replacement }));
    const missed = mistakes.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
    const unnoticed = missed.filter((one) => !isEquivalent(one));
    return {
      file,
      mistakes: mistakes.length,
      equivalent: missed.length - unnoticed.length,
      unnoticed: unnoticed.map(({ line, replacement }) => ({ file, line, replacement })),
    };
  });
}

function isEquivalent({ file, replacement }: Unnoticed): boolean {
  return equivalents.some((known) => file.endsWith(known.file) && replacement === known.replacement);
}
