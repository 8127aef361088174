import { spawnSync } from 'node:child_process';
import { root } from '../generate/paths.ts';
import { ReleaseProblem } from './problem.ts';

interface Outcome {
  readonly status: number;
  readonly output: string;
}

function run(command: string, args: readonly string[]): Outcome {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (error !== undefined) throw new ReleaseProblem(`${command} cannot be run: ${error.message}.`);
  return { status: status ?? 1, output: `${stdout}${stderr}`.trim() };
}

function git(...args: readonly string[]): string {
  const { status, output } = run('git', args);
  if (status !== 0) throw new ReleaseProblem(`A release requires a commit, and git reports: ${output}`);
  return output;
}

/** Runs a program of the project and waits for its end. */
export function runProgram(program: string, ...args: readonly string[]): Outcome {
  return run(process.execPath, [`packages/${program}`, ...args]);
}

/** The commit to release. Uncommitted changes could not be reproduced, so there must be none. */
export function committedState(): string {
  const changed = git('status', '--porcelain').split('\n').filter(Boolean);
  if (changed.length > 0) {
    const some = changed.slice(0, 5).map((line) => line.trim().split(' ').slice(1).join(' ').trim());
    throw new ReleaseProblem(
      `Commit or stash ${changed.length} changed files first: ${some.join(', ')}${changed.length > 5 ? ', …' : ''}`,
    );
  }
  return git('rev-parse', 'HEAD');
}

export function requireCurrentFiles(): void {
  const { status, output } = runProgram('spec-tools/src/generate/generate-command.ts', '--check');
  const stale = output.split('\n').filter((line) => line.includes('is out of date'));
  if (status !== 0) throw new ReleaseProblem(stale.join('\n') || output);
}

export function requireNoFindings(): void {
  const { status, output } = runProgram('spec-tools/src/lint/lint-command.ts');
  if (status !== 0) throw new ReleaseProblem(`The specification has findings: run \`pnpm lint\`.\n${output}`);
}
