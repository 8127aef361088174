import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPrivateFile } from './private-file.ts';

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

describe.skipIf(process.platform !== 'linux')('a private file that others may read', () => {
  it('is refused with a command that repairs it, whatever characters its path has', () => {
    const folder = mkdtempSync(join(tmpdir(), 'private-file-'));
    const file = join(folder, `o'neil "home" %20 $x`, 'secret');
    mkdirSync(join(file, '..'));
    writeFileSync(file, 'secret');
    chmodSync(file, 0o644);
    const fault = (() => {
      try {
        return readPrivateFile(file);
      } catch (error) {
        return String(error);
      }
    })();
    const [, command = ''] = /Run: (.+)$/.exec(fault ?? '') ?? [];
    expect(spawnSync('sh', ['-c', command]).status).toBe(0);
    expect([statSync(file).mode & 0o777, readPrivateFile(file)]).toEqual([0o600, 'secret']);
    rmSync(folder, { recursive: true });
  });
});
