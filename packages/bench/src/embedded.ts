import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPacked } from '../../../examples/ordinary-app/pack.ts';
import { tell } from '../../command-line/src/run-command.ts';
import { startNode } from '../../proofs/src/sandbox/child-processes.ts';
import { freePort } from '../../server/test/free-port.ts';
import { type Figures, median, ratio } from './figures.ts';
import { firstAnswer } from './first-answer.ts';
import { cpuSeconds } from './process-figures.ts';

export interface EmbeddedOptions {
  readonly folder: string;
  readonly rounds: number;
  readonly isQuick: boolean;
}

/** The published packages as their users run them: the start of the sandbox, the cost of a test, its memory. */
export async function measureEmbedded({ folder, rounds, isQuick }: EmbeddedOptions): Promise<Figures> {
  const [sandboxes, worlds] = isQuick ? [5, 8] : [100, 200];
  const app = join(folder, 'app');
  mkdirSync(app);
  tell('  building and packing');
  await installPacked(app);
  const program = writePrograms(app);
  const cached = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const starts = await measureStarts(app, rounds, cached);
  const tests = await measureTests(program, rounds, cached);
  const rows = await runProgram(['--expose-gc', program, 'sandboxes', String(sandboxes)], cached);
  tell(`  ${sandboxes} sandboxes: ${JSON.stringify(rows)}`);
  const { worldMs = Number.NaN, ...left } = await runProgram(
    ['--expose-gc', program, 'worlds', String(worlds)],
    cached,
  );
  tell(`  ${worlds} worlds: made in ${worldMs.toFixed(1)} ms each; ${JSON.stringify(left)}`);
  return {
    ...starts,
    ...tests,
    ...named('sandboxes', rows),
    ...named('worlds', left),
    worldMs,
    worldToBuiltStart: worldMs / (starts['builtReadyMs'] ?? Number.NaN),
  };
}

/** The test and the program under test, as JavaScript beside the installed packages. */
function writePrograms(app: string): string {
  const write = (source: string, name: string): string => {
    const code = stripTypeScriptTypes(readFileSync(fileURLToPath(new URL(source, import.meta.url)), 'utf8'));
    const file = join(app, name);
    writeFileSync(file, code.replace(/'[^']*\/payments\.ts'/, "'./payments.mjs'"));
    return file;
  };
  write('../../../examples/testing/payments.ts', 'payments.mjs');
  return write('./sandbox-program.ts', 'test.mjs');
}

type Variables = Readonly<Record<string, string>>;
const uncached: Variables = { NODE_DISABLE_COMPILE_CACHE: '1' };

interface Start {
  readonly readyMs: number;
  readonly cpuMs: number;
}

/** Launch to first response of an empty in-memory store: from the sources and built, with and without compile cache. */
async function measureStarts(app: string, rounds: number, cached: Variables): Promise<Figures> {
  const source = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
  const built = join(app, 'node_modules/@payments-platform/server/dist/main.js');
  const contenders = [
    { name: 'source', file: source, variables: cached },
    { name: 'built', file: built, variables: cached },
    { name: 'sourceUncached', file: source, variables: uncached },
    { name: 'builtUncached', file: built, variables: uncached },
  ].map((contender) => ({ ...contender, starts: [] as Start[] }));
  // Round 0 fills the cache.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, file, variables, starts } of contenders) {
      const start = await startOnce(file, variables);
      tell(
        `  round ${round}/${rounds} ${name} ready in ${start.readyMs.toFixed(0)} ms, ${start.cpuMs.toFixed(0)} ms CPU`,
      );
      if (round > 0) starts.push(start);
    }
  }
  const of = (figure: keyof Start): readonly number[][] =>
    contenders.map(({ starts }) => starts.map((start) => start[figure]));
  const [sourceMs = [], builtMs = [], sourceUncachedMs = [], builtUncachedMs = []] = of('readyMs');
  const [sourceCpuMs = [], builtCpuMs = [], sourceUncachedCpuMs = [], builtUncachedCpuMs = []] = of('cpuMs');
  const figures: Figures = {};
  for (const { name, starts } of contenders) {
    figures[`${name}ReadyMs`] = median(starts.map(({ readyMs }) => readyMs));
    figures[`${name}StartCpuMs`] = median(starts.map(({ cpuMs }) => cpuMs));
  }
  return {
    ...figures,
    builtToSource: ratio(builtMs, sourceMs),
    builtToSourceCpu: ratio(builtCpuMs, sourceCpuMs),
    builtToSourceUncached: ratio(builtUncachedMs, sourceUncachedMs),
    builtToSourceUncachedCpu: ratio(builtUncachedCpuMs, sourceUncachedCpuMs),
  };
}

async function startOnce(file: string, environment: Variables): Promise<Start> {
  const port = await freePort();
  const begun = performance.now();
  const program = startNode([file, '--memory', '--port', String(port), '--json'], { environment });
  await firstAnswer(`http://127.0.0.1:${port}/healthz`, program.ended);
  const readyMs = performance.now() - begun;
  const cpuMs = cpuSeconds(program.pid) * 1_000;
  program.signal('SIGTERM');
  await program.ended;
  return { readyMs, cpuMs };
}

/** A test of one payment with its webhook, from import to assertion, in a separate process. */
async function measureTests(program: string, rounds: number, cached: Variables): Promise<Figures> {
  const figures: Figures = {};
  for (const [name, variables] of [
    ['test', cached],
    ['testUncached', uncached],
  ] as const) {
    const runs: Record<string, number>[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const run = await runProgram([program, 'payment'], variables);
      if (round > 0) runs.push(run);
    }
    const of = (...keys: string[]): number =>
      median(runs.map((run) => keys.reduce((sum, key) => sum + (run[key] ?? Number.NaN), 0)));
    figures[`${name}CpuMs`] = of('userMs', 'systemMs');
    figures[`${name}WholeMs`] = of('wholeMs');
    figures[`${name}ImportMs`] = of('importedMs');
    figures[`${name}StartedMs`] = of('startedMs');
    tell(`  ${name}: ${JSON.stringify(runs)}`);
  }
  return figures;
}

async function runProgram(words: readonly string[], environment: Variables): Promise<Record<string, number>> {
  const program = startNode(words, { environment });
  const line = await program.firstLine;
  const how = await program.ended;
  if (how !== 0) throw new Error(`${words.join(' ')} ended with ${how}: ${await program.complaint}`);
  return JSON.parse(line) as Record<string, number>;
}

function named(of: string, figures: Readonly<Record<string, number>>): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [`${of}${name.charAt(0).toUpperCase()}${name.slice(1)}`, value]),
  );
}
