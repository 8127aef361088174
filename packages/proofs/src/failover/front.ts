import { Buffer } from 'node:buffer';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, connect as dial, type Socket } from 'node:net';
import { join } from 'node:path';
import { runAfterParent } from '../../../server/test/after-parent.ts';
import { freePort } from '../../../server/test/free-port.ts';

export const frontNames = ['haproxy', 'own'] as const;

/** One address in front of two databases: connections go to the one that is not in recovery. */
export interface Front {
  readonly name: (typeof frontNames)[number];
  readonly port: number;
  stop(): void;
}

const checksEveryMs = 250;

function findHaproxy(): string | undefined {
  return ['/usr/sbin/haproxy', '/usr/bin/haproxy'].find(existsSync);
}

/** HAProxy if it is installed and no other front was selected, else our own. */
export async function startFront(folder: string, ports: readonly number[], asked?: Front['name']): Promise<Front> {
  const program = asked === 'own' ? undefined : findHaproxy();
  if (program !== undefined) return startHaproxy(program, folder, ports);
  if (asked === 'haproxy') throw new Error('HAProxy is not installed; on Debian: apt-get install haproxy');
  return startOwnFront(ports);
}

const hex = (bytes: Buffer): string => bytes.toString('hex');

/** A message of PostgreSQL's protocol: its letter, its length, its content. */
function message(letter: string, text: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + Buffer.byteLength(text));
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(text)]);
}

const hello = message('', '\0\u0003\0\0user\0postgres\0database\0postgres\0\0');
const question = message('Q', 'SELECT pg_is_in_recovery()\0');
const farewell = message('X', '');
const readyForQuery = Buffer.from('5a0000000549', 'hex');
/** One row with one column, the letter f. */
const isPrimary = Buffer.from('440000000b00010000000166', 'hex');

async function startHaproxy(program: string, folder: string, ports: readonly number[]): Promise<Front> {
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen postgres
  bind 127.0.0.1:${port}
  option tcp-check
  tcp-check connect
  tcp-check send-binary ${hex(hello)}
  tcp-check expect binary ${hex(readyForQuery)}
  tcp-check send-binary ${hex(question)}
  tcp-check expect binary ${hex(isPrimary)}
  tcp-check send-binary ${hex(farewell)}
  default-server inter ${checksEveryMs}ms fall 2 rise 1 on-marked-down shutdown-sessions
${ports.map((each, index) => `  server node${index + 1} 127.0.0.1:${each} check`).join('\n')}
`,
  );
  const checked = spawnSync(program, ['-c', '-q', '-f', file], { encoding: 'utf8' });
  if (checked.status !== 0) throw new Error(`HAProxy does not take its configuration: ${checked.stderr}`);
  const child: ChildProcess = spawn(program, ['-db', '-f', file], { stdio: 'ignore' });
  process.on('exit', () => child.kill('SIGKILL'));
  runAfterParent('kill', ['-9', String(child.pid)]);
  return { name: 'haproxy', port, stop: () => void child.kill('SIGTERM') };
}

/** The same query as HAProxy's check. */
function asksPrimary(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial(port, '127.0.0.1', () => socket.write(hello));
    let heard = Buffer.alloc(0);
    let hasAsked = false;
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => end(false));
    socket.on('error', () => end(false)).on('close', () => end(false));
    socket.on('data', (bytes) => {
      heard = Buffer.concat([heard, bytes]);
      if (heard.includes(isPrimary)) return end(true);
      if (!heard.includes(readyForQuery)) return;
      if (hasAsked) return end(false);
      hasAsked = true;
      heard = Buffer.alloc(0);
      socket.write(question);
    });
  });
}

async function startOwnFront(ports: readonly number[]): Promise<Front> {
  const sockets = new Set<Socket>();
  let chosen: number | undefined;
  const check = async (): Promise<void> => {
    const answers = await Promise.all(ports.map(asksPrimary));
    const found = ports.find((_, index) => answers[index]);
    if (found !== chosen) for (const socket of sockets) socket.destroy();
    chosen = found;
  };
  await check();
  const checking = setInterval(check, checksEveryMs);
  const server = createServer((client) => {
    if (chosen === undefined) return void client.destroy();
    const target = dial(chosen, '127.0.0.1');
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = (): void => {
    clearInterval(checking);
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { name: 'own', port, stop };
}
