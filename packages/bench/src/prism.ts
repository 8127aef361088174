import { fileURLToPath } from 'node:url';
import { type ChildProgram, startNode } from '../../proofs/src/sandbox/child-processes.ts';
import { freePort } from '../../server/test/free-port.ts';
import { firstAnswer } from './first-answer.ts';

const cli = fileURLToPath(new URL('../node_modules/@stoplight/prism-cli/dist/index.js', import.meta.url));
const specification = fileURLToPath(new URL('../../../spec/dist/openapi.json', import.meta.url));

export interface PrismProcess {
  readonly program: ChildProgram;
  /** Prism serves the paths without the path of the specification's server. */
  readonly baseUrl: string;
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** `prism mock` with its defaults, but silent: otherwise it logs every request. */
export async function launchPrism(): Promise<PrismProcess> {
  const port = await freePort();
  const start = performance.now();
  const program = startNode([
    cli,
    'mock',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--verboseLevel',
    'silent',
    specification,
  ]);
  const baseUrl = `http://127.0.0.1:${port}`;
  await firstAnswer(`${baseUrl}/customers`, program.ended);
  return {
    program,
    baseUrl,
    readyMs: performance.now() - start,
    stop: async () => {
      program.signal('SIGKILL');
      await program.ended;
    },
  };
}

const mock = fileURLToPath(new URL('../../spec-tools/src/mock/mock-command.ts', import.meta.url));

/** `pnpm mock`: Prism in our own process, with the paths and examples of the specification. */
export async function launchMock(): Promise<Omit<PrismProcess, 'baseUrl'>> {
  const port = await freePort();
  const start = performance.now();
  const program = startNode([mock, '--port', String(port)]);
  await firstAnswer(`http://127.0.0.1:${port}/`, program.ended);
  return {
    program,
    readyMs: performance.now() - start,
    stop: async () => {
      program.signal('SIGKILL');
      await program.ended;
    },
  };
}
