import { defineConfig } from 'vitest/config';

// Generous limits: machines that run these tests may stall for seconds, and no test asserts a wall time.
export default defineConfig({
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts', 'examples/**/*.test.ts'],
    globalSetup: ['packages/server/test/postgres-set-up.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: ['default'],
  },
});
