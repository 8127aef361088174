import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const module = fileURLToPath(new URL('./after-parent.ts', import.meta.url));

it('a command runs once its parent has been killed, and not before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payments-after-parent-'));
  const file = join(folder, 'ended');
  const program = `import { runAfterParent } from '${module}';
    runAfterParent('touch', ['${file}']);
    setTimeout(() => console.log('waiting'), 100);
    setTimeout(() => undefined, 600_000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise((resolve) => parent.stdout.once('data', resolve));
    expect(existsSync(file)).toBe(false);
    parent.kill('SIGKILL');
    while (!existsSync(file)) await delay(10);
  } finally {
    parent.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
});
