import type { Sandbox, World, WorldOptions } from './sandbox.ts';
import { type SandboxOptions, startSandbox } from './start-sandbox.ts';

/** The hooks of a test runner, for a file or a suite. */
export interface AroundTests {
  readonly before: (work: () => Promise<void>) => void;
  readonly after: (work: () => Promise<void>) => void;
}

/** One sandbox for the tests of a file, or of the suite that calls it. */
export interface SandboxOfFile {
  /** Available once the first test runs. */
  readonly sandbox: Sandbox;
  /** Creates a world for one test; it ends with the sandbox at the latest. */
  world(options?: WorldOptions): Promise<World>;
}

/** Starts the sandbox before the tests and stops it after them. */
export function sandboxAround({ before, after }: AroundTests, options: SandboxOptions | undefined): SandboxOfFile {
  let sandbox: Sandbox | undefined;
  before(async () => {
    sandbox = await startSandbox(options);
  });
  after(async () => {
    await sandbox?.stop();
    sandbox = undefined;
  });
  const running = (): Sandbox => {
    if (sandbox === undefined) throw new Error('The sandbox only runs during tests: use it inside a test or a hook.');
    return sandbox;
  };
  return {
    get sandbox() {
      return running();
    },
    world: (options) => running().world(options),
  };
}
