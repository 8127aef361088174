import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { helpOf } from '../packages/server/src/start/start-help.ts';
import { freePort } from '../packages/server/test/free-port.ts';

const repository = fileURLToPath(new URL('../', import.meta.url));
const readme = readFileSync(join(repository, 'README.md'), 'utf8');

/** The code blocks of the tour as one script, as a reader pastes them. */
const tour = [...readme.matchAll(/^```sh tour\n([\s\S]*?)^```$/gm)].map((match) => match[1]).join('\n');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readme-tour-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Replaces npm: everything is installed, so `npm start` only runs the server's program. */
function programsOfTour(): string {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const server = join(repository, 'packages/server/src/main.ts');
  writeFileSync(
    join(programs, 'npm'),
    `#!/bin/sh\n[ "$1 $2" = 'start --' ] || exit 64\nshift 2\nexec "${process.execPath}" "${server}" "$@"\n`,
  );
  chmodSync(join(programs, 'npm'), 0o755);
  return [programs, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
}

async function run(script: string): Promise<{ code: number | null; output: string; complaints: string }> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:DATABASE_URL|PAYMENTS_)/.test(name));
  const ports = { PORT: String(await freePort()), WEBHOOK_PORT: String(await freePort()) };
  const env = {
    ...Object.fromEntries(inherited),
    ...ports,
    PATH: programsOfTour(),
    PAYMENTS_DATA: join(folder, 'data'),
    TMPDIR: folder,
  };
  // Processes that the script leaves running end with it, so that nothing survives the test.
  const program = `trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT\n${script}\n`;
  const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', program], {
    cwd: repository,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => shell.once('exit', resolve));
  const [output, complaints] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  return { code: await ended, output, complaints };
}

describe('the tables of the README', () => {
  it('list every flag and every variable of the start command', () => {
    const words =
      helpOf('npm start --').match(/--[a-z]+(?:-[a-z]+)*|\b(?:PORT|DATABASE_URL|PAYMENTS_[A-Z_]+)\b/g) ?? [];
    expect(words).toContain('PAYMENTS_MASTER_KEY');
    expect([...new Set(words)].filter((word) => !readme.includes(`| \`${word}`))).toEqual([]);
  });

  it('list only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { scripts: object };
    const commands = (readme.split('## Commands')[1]?.split('##')[0] ?? '').matchAll(/^\| `([a-z]+)` +\|/gm);
    const names = [...commands].map((match) => match[1] ?? '');
    expect(names).toContain('verify');
    expect(names.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe('the tour of the README', () => {
  it('makes a payment and receives its webhooks when it is run as a script', async () => {
    const { code, output, complaints } = await run(tour);
    expect({ code, complaints }, output).toMatchObject({ code: 0 });
    const transactions = output.split('\n').filter((line) => line.startsWith('{"id":"Transaction:'));
    expect(transactions.map((line) => (JSON.parse(line) as { status: string }).status)).toEqual(['COMPLETED']);
    expect(output).toContain('received OUTGOING_PAYMENT.COMPLETED');
  });

  it('fails when one of its commands fails', async () => {
    const { code } = await run('printf 1 | node -p "JSON.parse(fs.readFileSync(0)).a.b"');
    expect(code).not.toBe(0);
  });
});
