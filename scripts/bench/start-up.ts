import { join } from 'node:path';
import { freePort, startSandboxProgram } from '../sandbox/launch-sandbox.ts';
import { memoryMiB } from '../sandbox/process-figures.ts';
import { tell } from '../sandbox/run-script.ts';
import { type Figures, median } from './figures.ts';
import { firstAnswer } from './first-answer.ts';
import { launchPrism } from './prism.ts';

const idleMs = 3_000;

/** Launch to first answer and memory at rest, of a second start of the server and of Prism, in turns. */
export async function measureStartUp(folder: string, rounds: number): Promise<Figures> {
  const dataFolder = join(folder, 'start-up');
  await startOnce(dataFolder); // the first start makes the store
  const ready: number[] = [];
  const idle: number[] = [];
  const prismReady: number[] = [];
  const prismIdle: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const server = await startOnce(dataFolder);
    ready.push(server.readyMs);
    idle.push(server.idleMiB);
    const prism = await launchPrism();
    prismReady.push(prism.readyMs);
    await delay(idleMs);
    const prismMiB = memoryMiB(prism.program.pid).now;
    prismIdle.push(prismMiB);
    await prism.stop();
    tell(
      `  round ${round}/${rounds} server ready in ${server.readyMs.toFixed(0)} ms, ${server.idleMiB.toFixed(0)} MiB; Prism in ${prism.readyMs.toFixed(0)} ms, ${prismMiB.toFixed(0)} MiB`,
    );
  }
  return {
    readyMs: median(ready),
    prismReadyMs: median(prismReady),
    idleMiB: median(idle),
    prismIdleMiB: median(prismIdle),
  };
}

async function startOnce(dataFolder: string): Promise<{ readonly readyMs: number; readonly idleMiB: number }> {
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

function delay(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
