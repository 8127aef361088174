import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { type Equivalent, equivalents } from './equivalents.ts';

type Location = Awaited<ReturnType<Stryker['runMutationTest']>>[number]['location'];
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
  readonly code: string;
  readonly replacement: string;
}

interface Score {
  readonly file: string;
  readonly mistakes: number;
  /** Mistakes without an observable effect. */
  readonly equivalent: number;
  readonly unnoticed: readonly Unnoticed[];
  /** Equivalents in the list that a test detects, or whose code has changed. */
  readonly disproved: readonly Equivalent[];
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
    const text = readFileSync(join(repository, file), 'utf8');
    const mistakes = results.filter(({ fileName }) => relative(repository, fileName) === file);
    const missed = mistakes
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ location, replacement = '' }) => ({
        file,
        line: location.start.line,
        code: codeAt(text, location),
        replacement,
      }));
    const unnoticed = missed.filter((one) => !equivalents.some((known) => isSame(known, one)));
    const listed = equivalents.filter((known) => file.endsWith(known.file));
    return {
      file,
      mistakes: mistakes.length,
      equivalent: missed.length - unnoticed.length,
      unnoticed,
      disproved: listed.filter((known) => !missed.some((one) => isSame(known, one))),
    };
  });
}

function codeAt(text: string, { start, end }: Location): string {
  return text.slice(offsetOf(text, start), offsetOf(text, end));
}

/** Lines and columns count from 1. */
function offsetOf(text: string, { line, column }: Location['start']): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((length, one) => length + one.length + 1, column - 1);
}

function isSame(known: Equivalent, { file, code, replacement }: Unnoticed): boolean {
  return file.endsWith(known.file) && code === known.code && replacement === known.replacement;
}
