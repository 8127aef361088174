import { spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { BackupUnusable } from './backup-unusable.ts';

export interface PostgresTool {
  readonly file: string;
  /** Its major version. */
  readonly version: number;
}

/** Finds the oldest pg_dump or pg_restore with at least this major version, in Debian's folders or in PATH. */
export function findTool(name: 'pg_dump' | 'pg_restore', least: number, places = debianTools(name)): PostgresTool {
  const found = [...places, name]
    .map((file) => ({ file, version: versionOf(file) }))
    .filter((tool) => tool.version !== undefined) as PostgresTool[];
  const [first] = found.filter(({ version }) => version >= least).sort((a, b) => a.version - b.version);
  if (first !== undefined) return first;
  const there =
    found.length === 0 ? 'there is none' : `there is only ${found.map(({ version }) => version).join(', ')}`;
  throw new BackupUnusable(
    `${name} ${least} or newer is required, and ${there}. On Debian: apt-get install postgresql-client-${least}`,
  );
}

const debianTools = (name: string): string[] => globSync(`/usr/lib/postgresql/*/bin/${name}`);

function versionOf(file: string): number | undefined {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '') ?? [];
  return major === undefined ? undefined : Number(major);
}

/**
 * Runs a tool in a shell that ends it as soon as the standard input closes. The only writer is this process, so the
 * tool also ends if this process is killed.
 */
const boundToParent =
  'exec 3<&0; "$@" 3<&- & tool=$!; { read -r _ <&3; kill "$tool"; } >/dev/null 2>&1 & watch=$!; exec 3<&-; wait "$tool"; status=$?; kill "$watch"; exit "$status"';

/**
 * Runs a tool on a database until it ends. The password goes through the environment, since other users see the
 * arguments of a command.
 */
export async function runTool({ file }: PostgresTool, words: readonly string[], databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const child = spawn('sh', ['-c', boundToParent, 'sh', file, ...words, `--dbname=${url.href}`], {
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  const [complaint, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new BackupUnusable(`${file} ended with ${code}: ${complaint.trim().split('\n')[0] ?? ''}`);
}
