import { type AroundTests, type SandboxOfFile, sandboxAround } from './sandbox-of-file.ts';
import type { SandboxOptions } from './start-sandbox.ts';

export type { SandboxOfFile } from './sandbox-of-file.ts';

/** The globals that Jest adds to a test file. */
interface JestGlobals {
  readonly beforeAll?: AroundTests['before'];
  readonly afterAll?: AroundTests['after'];
}

/**
 * Call it once in a test file of Jest, or in a `describe` for its tests. The server runs in a child process, because
 * Jest loads every module again for each file.
 */
export function useSandbox(options?: SandboxOptions): SandboxOfFile {
  const { beforeAll, afterAll } = globalThis as JestGlobals;
  if (beforeAll === undefined || afterAll === undefined)
    throw new Error('useSandbox of @payments-platform/sandbox/jest only works in a test file that Jest runs.');
  return sandboxAround({ before: beforeAll, after: afterAll }, { process: 'child', ...options });
}
