import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../server/test/free-port.ts';
import { root } from '../../spec-tools/src/generate/paths.ts';
import { firstAnswer } from './first-answer.ts';
import { cpuSeconds } from './process-figures.ts';

export interface NpmStart {
  readonly readyMs: number;
  /** Of npm, its shell and the server together. */
  readonly cpuMs: number;
}

/** Does the one-time work of `npm start`: the documentation, the store, and the bundle of the sources. */
export async function prepareNpmStart(dataFolder: string): Promise<void> {
  await npmStart(dataFolder);
  // A start from the sources also builds the bundle.
  await promisify(execFile)(process.execPath, [join(root, 'scripts/local-bundle.ts')]);
}

/** Runs `npm start`, from its first process to the first response. */
export async function npmStart(dataFolder: string): Promise<NpmStart> {
  const port = await freePort();
  const begun = performance.now();
  const npm = spawn('npm', ['start', '--', '--port', String(port), '--data', dataFolder, '--json'], {
    cwd: root,
    stdio: 'ignore',
    // Without the environment of this program, which a person's terminal does not have.
    env: { ...process.env, NODE_COMPILE_CACHE: undefined },
  });
  const ended = once(npm, 'exit');
  await firstAnswer(
    `http://127.0.0.1:${port}/healthz`,
    ended.then(() => 'npm ended'),
  );
  const readyMs = performance.now() - begun;
  const processes = npm.pid === undefined ? [] : withDescendants(npm.pid);
  const cpuMs = processes.reduce((sum, process) => sum + cpuSeconds(process) * 1_000, 0);
  for (const server of processes.slice(-1)) process.kill(server, 'SIGTERM');
  await ended;
  return { readyMs, cpuMs };
}

function withDescendants(process: number): readonly number[] {
  const children = readFileSync(`/proc/${process}/task/${process}/children`, 'utf8').split(' ').filter(Boolean);
  return [process, ...children.flatMap((child) => withDescendants(Number(child)))];
}
