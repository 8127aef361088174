import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Current and maximum resident memory of a process, in MiB. */
export function memoryMiB(pid: number): { readonly now: number; readonly highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return { now: kibibytes(status, 'VmRSS') / 1024, highest: kibibytes(status, 'VmHWM') / 1024 };
}

function kibibytes(status: string, name: string): number {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  if (found === undefined) throw new Error(`the system reports no ${name}`);
  return Number(found);
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The fields after the name of a process, which may contain spaces; `undefined` once it has ended. */
function statOf(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** User and system time, which are fields 14 and 15 of the whole line; 16 and 17 are those of children that have ended. */
function secondsIn(stat: readonly string[], fields: readonly number[]): number {
  return fields.reduce((sum, field) => sum + Number(stat[field - 3]), 0) / ticksPerSecond;
}

/** Processor time of a process so far, of all threads, in user and kernel mode. */
export function cpuSeconds(pid: number): number {
  const stat = statOf(pid);
  if (stat === undefined) throw new Error(`there is no process ${pid}`);
  return secondsIn(stat, [14, 15]);
}

export function parentOf(pid: number): number | undefined {
  const stat = statOf(pid);
  return stat === undefined ? undefined : Number(stat[1]);
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => parentOf(child) === pid);
}

/** The same for a process with its children, including those that have ended. */
export function familyCpuSeconds(pid: number): number {
  const own = statOf(pid);
  if (own === undefined) throw new Error(`there is no process ${pid}`);
  const children = childrenOf(pid).reduce((sum, child) => {
    const stat = statOf(child);
    return stat === undefined ? sum : sum + secondsIn(stat, [14, 15]);
  }, 0);
  return secondsIn(own, [14, 15, 16, 17]) + children;
}
