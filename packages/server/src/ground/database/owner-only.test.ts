import fs, { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDurably } from './owner-only.ts';

const { fsyncSync } = fs;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payments-owner-only-'));
});
afterEach(() => {
  atSync(fsyncSync);
  rmSync(folder, { recursive: true });
});

/** From now on, importers of node:fs sync with this function. */
function atSync(sync: typeof fsyncSync): void {
  fs.fsyncSync = sync;
  syncBuiltinESMExports();
}

describe('a file that is created durably', () => {
  it('is synced with its folder, for its owner only, and never replaces another', () => {
    const file = join(folder, 'key');
    const synced: string[] = [];
    atSync((handle) => {
      synced.push(fs.fstatSync(handle).isDirectory() ? 'folder' : readFileSync(file, 'utf8'));
      fsyncSync(handle);
    });
    createDurably(file, 'secret\n');
    expect(synced).toEqual(['secret\n', 'folder']);
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['secret\n', 0o600]);
    expect(() => createDurably(file, 'another')).toThrow('EEXIST');
    expect(readFileSync(file, 'utf8')).toBe('secret\n');
  });

  it('is gone again when it could not be written', () => {
    atSync(() => {
      throw new Error('ENOSPC: no space left on device');
    });
    const file = join(folder, 'key');
    expect(() => createDurably(file, 'secret\n')).toThrow('ENOSPC');
    expect(existsSync(file)).toBe(false);
  });
});
