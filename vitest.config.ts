import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// As in scripts/bootstrap.mjs: the workers, and the servers that tests start, load stripped and compiled modules.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url));

// A worker loads the server once and runs many files, as Node.js itself runs TypeScript: a test leaves the process as
// it found it. The limits only end what hangs: machines that run these tests may be ten times slower for minutes, and
// no test asserts a wall time.
export default defineConfig({
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts', 'examples/**/*.test.ts'],
    globalSetup: ['packages/server/test/postgres-set-up.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Instead of one second: what a test waits for has no limit of its own, unless the test names one.
    expect: { poll: { timeout: 300_000 } },
    maxWorkers: 2,
    isolate: false,
    // Short-lived objects are most of what tests make; with more room for them fewer are moved about.
    execArgv: ['--max-semi-space-size=64'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    reporters: ['default'],
  },
});
