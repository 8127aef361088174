import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const module = new URL('./private-file.ts', import.meta.url).href;

describe.skipIf(process.platform !== 'linux')('a private file in a home where nothing can be created', () => {
  it('is refused at once', () => {
    // In its own process, since a call that never returns would hold the test.
    const text = `import { writePrivateFile } from '${module}'; writePrivateFile('/proc/nobody/payments/file', '');`;
    const words = ['--input-type=module', '--eval', text];
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 30_000 });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/UnusableFile: .* cannot be written: ENOENT.* set HOME/),
    ]);
  });
});
