import { defineConfig } from 'vitest/config';
import { pureTests } from './mutated-files.ts';

// For Stryker's copy of the repository: the tests without a server or a store, so that each of hundreds of mistakes
// takes milliseconds.
export default defineConfig({
  test: {
    include: [...pureTests],
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
