import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { tell } from '../../command-line/src/run-command.ts';
import { root } from '../../spec-tools/src/generate/paths.ts';
import { type Figures, median } from './figures.ts';

const compiler = join(root, 'node_modules/typescript/bin/tsc');
const reader = join(root, 'packages/client/test/reader');

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}

/** Bundling and generating everything, which every edit of the specification requires. */
function regenerate(): number {
  return timed(() => run('packages/spec-tools/src/generate/generate-command.ts', '--check'));
}

interface TypeCheck {
  readonly milliseconds: number;
  readonly memoryMiB: number;
}

/** Type-checks a program that uses the client, with every strict flag, without a cache. */
function checkTypes(): TypeCheck {
  const report = run(compiler, '-p', reader, '--extendedDiagnostics');
  const figure = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(report)?.[1] ?? Number.NaN);
  return { milliseconds: figure('Total time') * 1000, memoryMiB: figure('Memory used') / 1024 };
}

export function measureSpecification(rounds: number): Figures {
  const generations: number[] = [];
  const checks: TypeCheck[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const regenerateMs = regenerate();
    const check = checkTypes();
    generations.push(regenerateMs);
    checks.push(check);
    tell(
      `  round ${round}/${rounds} regenerated in ${regenerateMs.toFixed(0)} ms; a program's types checked in ${check.milliseconds.toFixed(0)} ms, ${check.memoryMiB.toFixed(0)} MiB`,
    );
  }
  return {
    regenerateMs: median(generations),
    typeCheckMs: median(checks.map(({ milliseconds }) => milliseconds)),
    typeCheckMiB: median(checks.map(({ memoryMiB }) => memoryMiB)),
  };
}
