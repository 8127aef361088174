import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { expectStatus } from '../../../test/caller.ts';
import { newCustomerId } from '../../../test/customers.ts';
import { upload } from '../../../test/documents.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { dayMs } from '../../ground/clock/instant.ts';
import { createSystemRandom } from '../../ground/ids/random.ts';
import { createDiskFileStore } from './disk-file-store.ts';
import { FileMissing, type FileStore, FilesUnavailable } from './file-store.ts';
import { createMemoryFileStore } from './memory-file-store.ts';
import { adoptFile, recordUpload, scheduleFileRemoval } from './orphan-files.ts';
import { sealFiles } from './sealed-file-store.ts';

const key = '7/0198c0de-7a26-7c3f-9e07-a1b2c3d4e501';
const folder = mkdtempSync(join(tmpdir(), 'payments-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(store: FileStore, from = key): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const bytes of store.read(from)) parts.push(bytes);
  return Buffer.concat(parts);
}

const random = createSystemRandom();
const masterKey = Buffer.alloc(32, 3);

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!canMount)('a disk for files (needs root to mount one)', () => {
  it.each([
    ['is read-only', ['-o', 'remount,ro'], 'AWAY'],
    ['is full', ['-o', 'remount,size=16k'], 'FULL'],
  ] as const)('reports a write as a shortage, AWAY or FULL, when it %s', async (_how, change, shortage) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
    try {
      execFileSync('mount', [...change, disk]);
      const stored = createDiskFileStore(disk).put(key, inPieces(Buffer.alloc(100_000), 10_007));
      await expect(stored).rejects.toMatchObject({ shortage });
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

describe.skipIf(!canMount)('a disk that files share with the store of payments (needs root to mount one)', () => {
  it('takes files until a twentieth of it is left, and takes them again once there is more', async () => {
    const disk = join(folder, 'shared');
    mkdirSync(disk, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', disk]);
    try {
      const files = createDiskFileStore(disk);
      const put = (id: number, megabytes: number) =>
        files.put(key.slice(0, -1) + id, inPieces(Buffer.alloc(megabytes * 1024 * 1024), 64 * 1024));
      await put(1, 30);
      await expect(put(2, 10)).rejects.toMatchObject({ shortage: 'FULL' });
      const { bavail, bsize } = statfsSync(disk);
      expect(bavail * bsize).toBeGreaterThan(8 * 1024 * 1024);
      await files.remove(key.slice(0, -1) + 1);
      await put(2, 10);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

describe.each([
  ['in memory', createMemoryFileStore],
  ['on disk', () => createDiskFileStore(join(folder, 'plain'))],
  ['sealed on disk', () => sealFiles(createDiskFileStore(join(folder, 'sealed')), masterKey, random)],
])('files %s', (_name, create) => {
  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])('of %i bytes are read back unchanged', async (size) => {
    const store = create();
    const bytes = Buffer.from(random.bytes(size).slice());
    await store.put(key, inPieces(bytes, 10_007));
    expect((await readAll(store)).equals(bytes)).toBe(true);
  });

  it('are read from any byte offset', async () => {
    const store = create();
    for (const size of [1, 65_536, 131_072, 200_001]) {
      const bytes = Buffer.from(random.bytes(size).slice());
      await store.put(key, inPieces(bytes, 10_007));
      for (const from of [0, 1, 65_535, 65_536, 65_537, 131_072, size - 1, size].filter((at) => at <= size)) {
        const parts: Uint8Array[] = [];
        for await (const part of store.read(key, from)) parts.push(part);
        expect([size, from, Buffer.concat(parts).equals(bytes.subarray(from))]).toEqual([size, from, true]);
      }
    }
  });

  it('are missing after their removal, and a second removal does nothing', async () => {
    const store = create();
    await store.put(key, inPieces(Buffer.from('x'), 1));
    await store.remove(key);
    await store.remove(key);
    await expect(readAll(store)).rejects.toThrow(FileMissing);
  });

  it('are not stored when their content stream fails', async () => {
    const store = create();
    const breaking = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(100_000);
      throw new Error('the sender is gone');
    };
    await expect(store.put(key, breaking())).rejects.toThrow('the sender is gone');
    await expect(readAll(store)).rejects.toThrow(FileMissing);
  });

  it('refuse a malformed key, such as one with ../', async () => {
    const store = create();
    for (const bad of ['../x', '7/../../etc/passwd', 'x', '7/', '']) {
      await expect(store.put(bad, inPieces(Buffer.from('x'), 1))).rejects.toThrow('is not the key of a file');
    }
  });
});

describe('a file store whose path is not a directory', () => {
  it('rejects put, read and remove with FilesUnavailable and shortage AWAY', async () => {
    const place = join(folder, 'no-folder');
    writeFileSync(place, '');
    const store = createDiskFileStore(place);
    const uses = [() => store.put(key, inPieces(Buffer.from('x'), 1)), () => readAll(store), () => store.remove(key)];
    for (const use of uses) {
      const error = await use().catch((thrown: unknown) => thrown);
      expect([error, error]).toEqual([expect.any(FilesUnavailable), expect.objectContaining({ shortage: 'AWAY' })]);
    }
  });
});

describe('a sealed file', () => {
  const disk = createDiskFileStore(join(folder, 'tampered'));
  const store = sealFiles(disk, masterKey, random);
  const path = join(folder, 'tampered', key);
  const marker = 'JANE DOE PASSPORT 575034801';
  const content = Buffer.from(marker.repeat(8_000));

  it('shows none of its content on the disk, and only its owner may read it', async () => {
    await store.put(key, inPieces(content, 65_536));
    expect(readFileSync(path).includes(marker.slice(0, 8))).toBe(false);
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(readdirSync(join(folder, 'tampered', '7'))).toEqual([key.slice(2)]);
  });

  it.each([
    ['a flipped bit', (bytes: Buffer) => bytes.fill((bytes[100] ?? 0) ^ 1, 100, 101)],
    ['a chunk cut off', (bytes: Buffer) => bytes.subarray(0, 17 + 2 * 65_552)],
    ['a byte cut off', (bytes: Buffer) => bytes.subarray(0, -1)],
    [
      'two chunks in the other order',
      (bytes: Buffer) =>
        Buffer.concat([
          bytes.subarray(0, 17),
          bytes.subarray(17 + 65_552, 17 + 2 * 65_552),
          bytes.subarray(17, 17 + 65_552),
          bytes.subarray(17 + 2 * 65_552),
        ]),
    ],
    ['another version', (bytes: Buffer) => bytes.fill(9, 0, 1)],
    ['nothing but its salt', (bytes: Buffer) => bytes.subarray(0, 17)],
  ])('is refused with %s', async (_name, tamper) => {
    await store.put(key, inPieces(content, 65_536));
    writeFileSync(path, tamper(readFileSync(path)));
    await expect(readAll(store)).rejects.toThrow();
  });

  it('does not open under another key name or another master key', async () => {
    await store.put(key, inPieces(content, 65_536));
    await expect(readAll(sealFiles(disk, Buffer.alloc(32, 4), random))).rejects.toThrow();
    const other = '8/0198c0de-7a26-7c3f-9e07-a1b2c3d4e501';
    await disk.put(other, disk.read(key));
    await expect(readAll(store, other)).rejects.toThrow();
  });
});

eachEngine('an orphan file', (start) => {
  it('is removed 7 days after its upload or once orphaned, while an adopted file stays', async () => {
    const files = createMemoryFileStore();
    const server = await start({ deps: { files } });
    const { deps, tenant, clock } = server;
    const keys = [`${tenant}/0198c0de-7a26-7c3f-9e07-a1b2c3d4e501`, `${tenant}/0198c0de-7a26-7c3f-9e07-a1b2c3d4e502`];
    for (const [place, fileKey] of keys.entries()) {
      await deps.database.transaction(async (unit) => {
        recordUpload(unit, { fileKey, now: clock.now() });
        if (place === 1) await adoptFile(unit, { key: fileKey });
      });
      await files.put(fileKey, inPieces(Buffer.from('x'), 1));
    }
    await server.advance(7 * dayMs - 1);
    expect(files.keys()).toEqual(keys);
    await server.advance(1);
    expect(files.keys()).toEqual([keys[1]]);
    await deps.database.transaction(async (unit) => scheduleFileRemoval(unit, tenant, keys[1] ?? '', clock.now()));
    await server.advance(0);
    expect(files.keys()).toEqual([]);
  });

  it('stays when the clock of its platform passes a week during the upload', async () => {
    const files = createMemoryFileStore();
    const put: FileStore['put'] = async (name, content) => {
      expectStatus(await server.request('POST', '/sandbox/clock/advance', { seconds: (8 * dayMs) / 1_000 }), 200);
      await files.put(name, content);
    };
    const server = await start({ deps: { files: { ...files, put } } });
    expectStatus(await upload(server, await newCustomerId(server)), 201);
    await server.advance(8 * dayMs);
    expect(files.keys()).toHaveLength(1);
  });

  it('cannot be adopted after its removal', async () => {
    const server = await start();
    const { deps, tenant, clock } = server;
    const fileKey = `${tenant}/0198c0de-7a26-7c3f-9e07-a1b2c3d4e503`;
    await deps.database.transaction(async (unit) => recordUpload(unit, { fileKey, now: clock.now() }));
    await server.advance(7 * dayMs);
    const keeping = deps.database.transaction((unit) => adoptFile(unit, { key: fileKey }));
    await expect(keeping).rejects.toThrow('was removed before it could be kept');
  });
});
