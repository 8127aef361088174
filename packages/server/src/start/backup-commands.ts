import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupPart } from '../backups/parts.ts';
import { restoreBackup } from '../backups/restore-backup.ts';
import { takeBackup } from '../backups/take-backup.ts';
import { createMovableClock, realAnchor } from '../ground/clock/clock.ts';
import { masterKeyIn, readMasterKey } from './local-files.ts';
import { UnusableOptions } from './read-flags.ts';
import { Refused } from './refused.ts';

/** The flags of both commands. */
export interface BackupFlags {
  readonly to?: string | undefined;
  readonly from?: string | undefined;
  readonly 'with-keys'?: boolean | undefined;
  readonly 'key-file'?: string | undefined;
  readonly json?: boolean | undefined;
}

/** The places of the data. */
interface Place {
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
}

type Result = Readonly<Record<string, unknown>>;

export async function backUp({ dataFolder, databaseUrl }: Place, flags: BackupFlags): Promise<Result> {
  const { to } = flags;
  if (to === undefined) throw new UnusableOptions('--to is required: a new folder for the backup.');
  const isWithKeys = flags['with-keys'] === true;
  const masterKey = masterKeyIn(dataFolder, process.env['PAYMENTS_MASTER_KEY']);
  if (masterKey === undefined)
    throw new Refused(
      `There is no master key in ${dataFolder}. Give the folder of the server with --data, or the key in PAYMENTS_MASTER_KEY.`,
    );
  const start = performance.now();
  const facts = await takeBackup({
    dataFolder,
    databaseUrl,
    to,
    masterKey,
    isWithKeys,
    now: createMovableClock(realAnchor).now(),
    onProgress: progress(flags),
  });
  const { engine, schemaVersion, release, createdAt, keys, parts } = facts;
  const seconds = Number(((performance.now() - start) / 1000).toFixed(1));
  return { backup: to, engine, schemaVersion, release, createdAt, keys, ...sizeOf(parts), seconds };
}

export async function restore({ dataFolder, databaseUrl }: Place, flags: BackupFlags): Promise<Result> {
  const { from, 'key-file': keyFile } = flags;
  if (from === undefined) throw new UnusableOptions('--from is required: the folder of the backup.');
  const inBackup = masterKeyIn(join(from, 'keys'), undefined);
  const masterKey = inBackup ?? (keyFile === undefined ? givenKey() : keyIn(keyFile));
  const isKeyKept = inBackup === undefined && keyFile !== undefined;
  const onProgress = progress(flags);
  const { manifest, findings } = await restoreBackup({
    from,
    dataFolder,
    databaseUrl,
    masterKey,
    isKeyKept,
    onProgress,
  });
  const { engine, schemaVersion, release, createdAt, parts } = manifest;
  const broken = (findings ?? []).filter(({ breach }) => breach !== null);
  if (broken.length > 0)
    throw new Refused(
      `The backup is restored, but its data breaks ${broken.length} rules: ${broken[0]?.name}, ${broken[0]?.breach}`,
    );
  const verified = findings === null ? 'after its first start' : `${findings.length} invariants hold`;
  return { restored: dataFolder, engine, schemaVersion, release, createdAt, ...sizeOf(parts), verified };
}

function givenKey(): Uint8Array | undefined {
  const given = process.env['PAYMENTS_MASTER_KEY'];
  return given === undefined ? undefined : readMasterKey(given, 'PAYMENTS_MASTER_KEY');
}

function keyIn(file: string): Uint8Array {
  if (!existsSync(file)) throw new UnusableOptions(`There is no file ${file}.`);
  return readMasterKey(readFileSync(file, 'utf8').trim(), file);
}

function sizeOf(parts: readonly BackupPart[]): Pick<Result, string> {
  return { parts: parts.length, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) };
}

const clearLine = '\r\u001b[K';

/** One line of progress on a terminal; nothing for programs. */
function progress({ json }: BackupFlags): (text: string) => void {
  if (json === true || process.stderr.isTTY !== true) return () => undefined;
  process.once('exit', () => process.stderr.write(clearLine));
  return (text) => process.stderr.write(`${clearLine}${text}`);
}
