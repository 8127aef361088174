import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { tell } from '../../command-line/src/run-command.ts';
import { startSandboxProgram } from '../../proofs/src/sandbox/launch-sandbox.ts';
import { freePort } from '../../server/test/free-port.ts';
import { type Figures, median } from './figures.ts';
import { firstAnswer } from './first-answer.ts';
import { type NpmStart, npmStart, prepareNpmStart } from './npm-start.ts';
import { launchMock, launchPrism, type PrismProcess } from './prism.ts';
import { memoryMiB } from './process-figures.ts';

const idleMs = 3_000;

/**
 * Launch to first response and idle memory, of a second start of the server, of Prism and of the mock, in turns; and a
 * second `npm start`, including npm.
 */
export async function measureStartUp(folder: string, rounds: number): Promise<Figures> {
  const dataFolder = join(folder, 'start-up');
  await startOnce(dataFolder); // the first start makes the store
  const npmFolder = join(folder, 'npm-start');
  await prepareNpmStart(npmFolder);
  const npm: NpmStart[] = [];
  const ready: number[] = [];
  const idle: number[] = [];
  const prismReady: number[] = [];
  const prismIdle: number[] = [];
  const mockReady: number[] = [];
  const mockIdle: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const server = await startOnce(dataFolder);
    ready.push(server.readyMs);
    idle.push(server.idleMiB);
    const prism = await restOf(await launchPrism());
    prismReady.push(prism.readyMs);
    prismIdle.push(prism.idleMiB);
    const mock = await restOf(await launchMock());
    mockReady.push(mock.readyMs);
    mockIdle.push(mock.idleMiB);
    const started = await npmStart(npmFolder);
    npm.push(started);
    tell(`  npm start ready in ${started.readyMs.toFixed(0)} ms, ${started.cpuMs.toFixed(0)} ms CPU`);
    tell(`  round ${round}/${rounds} server ${told(server)}; Prism ${told(prism)}; mock ${told(mock)}`);
  }
  return {
    npmStartReadyMs: median(npm.map(({ readyMs }) => readyMs)),
    npmStartCpuMs: median(npm.map(({ cpuMs }) => cpuMs)),
    readyMs: median(ready),
    prismReadyMs: median(prismReady),
    idleMiB: median(idle),
    prismIdleMiB: median(prismIdle),
    mockReadyMs: median(mockReady),
    mockIdleMiB: median(mockIdle),
  };
}

interface Start {
  readonly readyMs: number;
  readonly idleMiB: number;
}

function told({ readyMs, idleMiB }: Start): string {
  return `ready in ${readyMs.toFixed(0)} ms, ${idleMiB.toFixed(0)} MiB`;
}

async function restOf({ program, readyMs, stop }: Pick<PrismProcess, 'program' | 'readyMs' | 'stop'>): Promise<Start> {
  await delay(idleMs);
  const idleMiB = memoryMiB(program.pid).now;
  await stop();
  return { readyMs, idleMiB };
}

async function startOnce(dataFolder: string): Promise<Start> {
  const port = await freePort();
  const start = performance.now();
  const program = startSandboxProgram({ dataFolder, port });
  await firstAnswer(`http://127.0.0.1:${port}/healthz`, program.ended);
  const readyMs = performance.now() - start;
  await delay(idleMs);
  const idleMiB = memoryMiB(program.pid).now;
  program.signal('SIGTERM');
  await program.ended;
  return { readyMs, idleMiB };
}
