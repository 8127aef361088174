import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const commands = ['generate.ts', 'lint-spec.ts', 'build-docs.ts', 'mock.ts', 'clock.ts'];

function run(command: string, ...flags: string[]): { status: number | null; stdout: string; stderr: string } {
  const script = fileURLToPath(new URL(command, import.meta.url));
  return spawnSync(process.execPath, [script, ...flags], { encoding: 'utf8' });
}

describe.each(commands)('the command %s', (command) => {
  test('explains itself', () => {
    const { status, stdout } = run(command, '--help');
    expect({ status, usage: stdout.split(' ')[0] }).toEqual({ status: 0, usage: 'Usage:' });
  });

  test('refuses an unknown flag in one line', () => {
    const { status, stderr } = run(command, '--colour');
    expect({ status, stderr }).toEqual({ status: 1, stderr: "Unknown option '--colour'. --help shows the flags.\n" });
  });
});
