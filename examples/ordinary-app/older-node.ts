import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A Node.js on this machine that is older than 24, which the packages require; `undefined` if there is none. */
export function findOlderNode(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/bin', '/usr/bin'];
  return folders.map((folder) => join(folder, 'node')).find((file) => isProgram(file) && majorOf(file) < 24);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function majorOf(file: string): number {
  const version = execFileSync(file, ['--version'], { encoding: 'utf8' });
  return Number.parseInt(version.slice(1), 10);
}
