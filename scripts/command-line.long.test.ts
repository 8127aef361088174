import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../packages/spec-tools/src/generate/paths.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const commands = Object.keys(scripts);

// Third-party tools, and a program that is published under its own name: they have their own help and error texts.
const foreign = new Set(['test', 'test:long', 'build', 'format', 'changeset', 'payments', 'clock']);
const refusing = commands.filter((name) => !foreign.has(name));

// npm reports its own Node.js, which on a bare machine may be older than that of the project.
const olderNode = process.env['npm_node_execpath'] ?? process.execPath;

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, ...flags: string[]): Promise<Ended> {
  const program = spawn(olderNode, [join(root, 'scripts/bootstrap.mjs'), command, ...flags], { stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  program.stdout.on('data', (text) => (stdout += text));
  program.stderr.on('data', (text) => (stderr += text));
  return new Promise((resolve) => program.on('close', (status) => resolve({ status, stdout, stderr })));
}

describe('the commands of the repository', () => {
  test.each(commands)('%s runs through scripts/bootstrap.mjs', (command) => {
    expect(scripts[command]).toBe(`node scripts/bootstrap.mjs ${command}`);
  });

  test.each(commands)('%s --help prints its help and exits with 0', async (command) => {
    const { status, stdout } = await run(command, '--help');
    expect({ status, isExplained: stdout.length > 100 }).toEqual({ status: 0, isExplained: true });
    if (!foreign.has(command)) expect(stdout).toMatch(/^Usage: p?npm /);
  });

  test.each(refusing)('%s refuses an unknown flag in one line, and ends with 2', async (command) => {
    const { status, stderr: printed } = await run(command, '--colour');
    // The first start of a clone builds the documentation before anything else.
    const stderr = printed.replace(/^Building the documentation…\n.*\n/, '');
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^.*Unknown option '--colour'\. --help shows the flags\.\n$/),
    });
  });

  test('an unknown command exits with 2 and lists the known ones', () => {
    const { status, stderr } = spawnSync(olderNode, [join(root, 'scripts/bootstrap.mjs'), 'paint'], {
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toContain('start, dev, test');
  });
});

describe.skipIf(process.platform === 'win32')('the start command', () => {
  let clone = '';
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    writeFileSync(join(clone, file), text);
  };

  // The files that the start checks, with stand-ins for the programs.
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), 'clone-'));
    for (const file of ['scripts/bootstrap.mjs', 'scripts/find-bundle.mjs'])
      write(file, readFileSync(join(root, file), 'utf8'));
    write('packages/docs/src/sources.json', '["docs"]');
    write('packages/docs/src/docs-command.ts', '');
    write('packages/server/src/main.ts', "setTimeout(() => console.log('served'), 300)");
    write('docs/guide.md', 'a guide');
    write('docs/site/index.html', '');
    mkdirSync(join(clone, 'node_modules/node/bin'), { recursive: true });
    symlinkSync(process.execPath, join(clone, 'node_modules/node/bin/node'));
  });

  afterEach(() => rmSync(clone, { recursive: true }));

  function start(limit = '', readsErrors = true): Promise<Omit<Ended, 'stderr'>> {
    const program = spawn('bash', ['-c', `trap '' XFSZ; ${limit} exec "${olderNode}" scripts/bootstrap.mjs start`], {
      cwd: clone,
    });
    let stdout = '';
    program.stdout.on('data', (text) => (stdout += text));
    if (readsErrors) program.stderr.resume();
    else program.stderr.destroy();
    return new Promise((resolve) => program.on('close', (status) => resolve({ status, stdout })));
  }

  test('serves from a clone in which no file can be written', async () => {
    expect(await start()).toEqual({ status: 0, stdout: 'served\n' });
    write('docs/guide.md', 'a guide');
    // Root may write anywhere, but not beyond a file size limit of zero.
    expect(await start('ulimit -f 0;')).toEqual({ status: 0, stdout: 'served\n' });
  });

  test('stays with its server when its stderr is closed', async () => {
    expect(await start('', false)).toEqual({ status: 0, stdout: 'served\n' });
  });
});
