import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

const logHeadBytes = 32;
const frameHeadBytes = 24;
/** How many of the pages that a checkpoint has copied last are remembered. */
const rememberedPages = 16;

/** Before version 3.51, a checkpoint that only counts would copy: the first releases of Node.js 24 have such a version. */
function countsWithoutCopying(): boolean {
  const [major = 0, minor = 0] = (process.versions['sqlite'] ?? '').split('.').map(Number);
  return major > 3 || (major === 3 && minor >= 51);
}

interface Look {
  readonly modifiedMs: number;
  /** Counts how often the log began anew; absent if it is empty. */
  readonly log: number | undefined;
  /** How many pages of the log checkpoints have copied to the database. */
  readonly copied: number;
  /** Pages of the database, by number: the first, and some that were copied last. */
  readonly pages: ReadonlyMap<number, Buffer>;
}

/**
 * Remembers some pages of an open database. The returned function returns false once another program has overwritten
 * the file in place, which leaves no other trace if the size stays. SQLite itself writes to the file only in
 * checkpoints, which count the pages that they have copied from the log. An older copy of the file differs in the pages
 * that were copied last. The file is read only after a checkpoint or another change.
 */
export function holdPages(file: string, reader: DatabaseSync): () => boolean {
  if (!countsWithoutCopying()) return () => true;
  const count = reader.prepare('PRAGMA wal_checkpoint(NOOP)');
  const look = (): Look | undefined => {
    try {
      const { mtimeMs: modifiedMs } = statSync(file);
      const copied = Number(count.get()?.['checkpointed']);
      const isKnown = modifiedMs === last?.modifiedMs && copied === last.copied;
      return isKnown ? last : { modifiedMs, copied, ...contentOf(file, copied) };
    } catch {
      return undefined; // the other checks report a file that cannot be read
    }
  };
  let last: Look | undefined;
  last = look();
  return () => {
    const next = look();
    if (next === undefined || next === last) return true;
    if (last !== undefined && !hasCopied(last, next) && !areThere(file, last.pages)) return false;
    last = next;
    return true;
  };
}

/** Whether checkpoints may have copied pages in between. */
function hasCopied(last: Look, next: Look): boolean {
  return next.log === undefined || next.log !== last.log || next.copied !== last.copied;
}

function contentOf(file: string, copied: number): Pick<Look, 'log' | 'pages'> {
  const log = `${file}-wal`;
  const head = bytesOf(log, 0, logHeadBytes);
  if (head.length < logHeadBytes) return { log: undefined, pages: pagesOf(file, [1]) };
  const numbers = numbersOf(log, copied, head.readUInt32BE(8));
  return { log: head.readUInt32BE(12), pages: pagesOf(file, [1, ...numbers]) };
}

/** The numbers of the pages that were copied last. */
function numbersOf(log: string, copied: number, pageBytes: number): number[] {
  const frames = Array.from({ length: Math.min(copied, rememberedPages) }, (_, at) => copied - 1 - at);
  return frames.map((frame) => bytesOf(log, logHeadBytes + frame * (frameHeadBytes + pageBytes), 4).readUInt32BE());
}

function pagesOf(file: string, numbers: readonly number[]): Map<number, Buffer> {
  // The largest size of a page, 65,536 bytes, is written as 1.
  const size = bytesOf(file, 16, 2).readUInt16BE();
  const bytes = size === 1 ? 65_536 : size;
  return new Map(numbers.map((number) => [number, bytesOf(file, (number - 1) * bytes, bytes)]));
}

function bytesOf(path: string, from: number, count: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(count);
    return bytes.subarray(0, readSync(file, bytes, 0, count, from));
  } finally {
    closeSync(file);
  }
}

/** Whether the pages are unchanged. An interrupted checkpoint has copied pages without counting them. */
function areThere(file: string, pages: ReadonlyMap<number, Buffer>): boolean {
  const changed = [...pagesOf(file, [...pages.keys()])].filter(([number, page]) => !pages.get(number)?.equals(page));
  if (changed.length === 0) return true;
  const log = readFileSync(`${file}-wal`);
  return changed.every(([number, page]) => hasInLog(log, number, page));
}

function hasInLog(log: Buffer, number: number, page: Buffer): boolean {
  // Frames of an earlier log are left behind those of this one, with another salt.
  const salt = log.subarray(16, 24);
  for (let at = logHeadBytes; at + frameHeadBytes < log.length; at += frameHeadBytes + page.length) {
    const start = at + frameHeadBytes;
    const isOfLog = salt.equals(log.subarray(at + 8, at + 16));
    if (!isOfLog) return false;
    if (log.readUInt32BE(at) === number && page.equals(log.subarray(start, start + page.length))) return true;
  }
  return false;
}
