import { afterAll, beforeAll } from 'vitest';
import { type SandboxOfFile, sandboxAround } from './sandbox-of-file.ts';
import type { SandboxOptions } from './start-sandbox.ts';

export type { SandboxOfFile } from './sandbox-of-file.ts';

/** Call it once in a test file of Vitest, or in a `describe` for its tests. */
export function useSandbox(options?: SandboxOptions): SandboxOfFile {
  return sandboxAround({ before: (work) => beforeAll(work), after: (work) => afterAll(work) }, options);
}
