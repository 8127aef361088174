import { type AroundTests, type SandboxOfFile, sandboxAround } from './sandbox-of-file.ts';
import type { SandboxOptions } from './start-sandbox.ts';

export type { SandboxOfFile } from './sandbox-of-file.ts';

/** What Jest puts beside the globals of a file of tests. */
interface JestGlobals {
  readonly beforeAll?: AroundTests['before'];
  readonly afterAll?: AroundTests['after'];
}

/**
 * Call it once in a file of tests of Jest, or in a `describe` for the tests there. The server runs in a child, since
 * Jest loads every module again for each file.
 */
export function useSandbox(options?: SandboxOptions): SandboxOfFile {
  const { beforeAll, afterAll } = globalThis as JestGlobals;
  if (beforeAll === undefined || afterAll === undefined)
    throw new Error('useSandbox of @payments-platform/sandbox/jest is called in a file of tests that Jest runs.');
  return sandboxAround({ before: beforeAll, after: afterAll }, { process: 'child', ...options });
}
