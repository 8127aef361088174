import { defineConfig } from 'vitest/config';
import { pureTests } from './mutated-files.ts';

// Of Stryker's copy of the repository: the tests that need neither a server nor a store, so that each of hundreds of
// mistakes costs milliseconds.
export default defineConfig({
  test: {
    include: [...pureTests],
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
