import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';

/**
 * File descriptors that the process needs besides the connections of callers: for its database, its files, the thread
 * and the sockets of webhooks, and libraries that it loads on first use. Half of all if they are few.
 */
const keptDescriptors = 700;
const reminderMs = 60_000;

/**
 * Keeps callers from taking all file descriptors of the process: without one, no webhook is sent, no file is stored,
 * and no lost connection to the database is replaced. Reports that it closes connections, at most once a minute.
 */
export function limitConnections(server: Server, tell: (line: string) => void): void {
  const descriptors = mostDescriptors();
  if (descriptors === undefined) return;
  const most = descriptors - Math.min(keptDescriptors, Math.floor(descriptors / 2));
  server.maxConnections = most;
  let remindsAt = Number.NEGATIVE_INFINITY;
  let closed = 0;
  server.on('drop', () => {
    closed += 1;
    if (performance.now() < remindsAt) return;
    remindsAt = performance.now() + reminderMs;
    tell(
      `${most} connections of callers are open, as many as the limit of ${descriptors} open files allows: ${closed} further ones were closed so far. Raise that limit (ulimit -Hn), see "File descriptors" in docs/operations.md.`,
    );
  });
}

/** Linux says it here, and Node.js has raised it to the most that it may. Elsewhere there is no limit of ours. */
function mostDescriptors(): number | undefined {
  let limits = '';
  try {
    limits = readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return undefined;
  }
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? undefined : Number(soft);
}
