import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Runs a command once this process has ended, for any reason: a shell reads from a pipe that gets no data, and the pipe
 * closes with its only writer. The shell has its own session, so that Ctrl-C does not end it first.
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
