import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Has a command run once this process has ended, however it ended: a shell reads from a pipe that nobody writes to,
 * and the pipe closes with its only writer. The shell has a session of its own, so that no Ctrl-C ends it before.
 */
export function runAfterParent(program: string, parameters: readonly string[]): void {
  const watchdog = spawn('sh', ['-c', 'read -r _; "$@"', 'watchdog', program, ...parameters], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  // A pipe to a child is a socket, and would keep this process alive.
  (watchdog.stdin as Socket).unref();
}
