import { Buffer } from 'node:buffer';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../ground/database/statement.ts';
import { canonicalJson } from '../ground/json/canonical-json.ts';
import { parseJson } from '../ground/json/json-text.ts';
import { BackupUnusable } from './backup-unusable.ts';
import { type BackupPart, isPartPath, writeDurably } from './parts.ts';

/** The content of a backup. Written once all of it is there. */
export interface BackupFacts {
  readonly format: 1;
  /** Version of the server that made it. */
  readonly release: string;
  /** When it began. */
  readonly createdAt: string;
  readonly engine: Engine;
  readonly schemaVersion: number;
  /** Major version of pg_dump; null for the embedded database. */
  readonly dumpVersion: number | null;
  readonly keys: 'LEFT_OUT' | 'IN_CLEAR';
  readonly parts: readonly BackupPart[];
}

export interface BackupManifest extends BackupFacts {
  /** Identifies the master key that seals the data, and reveals nothing about it. */
  readonly keyCheck: string;
  /** HMAC of the rest, with a key that is derived from the master key. */
  readonly seal: string;
}

const manifestName = 'manifest.json';

function derived(masterKey: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `payments-platform backup v1 ${purpose}`, 32));
}

const checkOf = (masterKey: Uint8Array): string => derived(masterKey, 'key check').toString('hex').slice(0, 32);

function sealOf(unsealed: Omit<BackupManifest, 'seal'>, masterKey: Uint8Array): string {
  return createHmac('sha256', derived(masterKey, 'seal')).update(canonicalJson(unsealed)).digest('hex');
}

/** Written last and atomically: a folder without it is no backup. */
export async function writeManifest(folder: string, facts: BackupFacts, masterKey: Uint8Array): Promise<void> {
  const unsealed = { ...facts, keyCheck: checkOf(masterKey) };
  const manifest: BackupManifest = { ...unsealed, seal: sealOf(unsealed, masterKey) };
  await writeDurably(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
}

export function readManifest(folder: string): BackupManifest {
  const file = join(folder, manifestName);
  if (!existsSync(file))
    throw new BackupUnusable(
      `There is no ${manifestName} in ${folder}: it is not a backup, or the backup did not finish.`,
    );
  const read = parsed(readFileSync(file, 'utf8'));
  if (read?.format !== 1) throw new BackupUnusable(`${file} has a format that this release does not know.`);
  if (!Array.isArray(read.parts) || !read.parts.every((part) => isPartPath(String(part?.path))))
    throw new BackupUnusable(`${file} names files that do not belong in a backup.`);
  return read as BackupManifest;
}

function parsed(text: string): Partial<BackupManifest> | null {
  try {
    return parseJson(text) as Partial<BackupManifest> | null;
  } catch {
    return null;
  }
}

/** Refuses a wrong master key and a changed manifest. */
export function checkSeal({ seal, ...unsealed }: BackupManifest, masterKey: Uint8Array): void {
  if (unsealed.keyCheck !== checkOf(masterKey))
    throw new BackupUnusable('The data of the backup is sealed with another master key.');
  const [given, own] = [Buffer.from(String(seal), 'hex'), Buffer.from(sealOf(unsealed, masterKey), 'hex')];
  if (given.length !== own.length || !timingSafeEqual(given, own))
    throw new BackupUnusable(`The ${manifestName} of the backup was changed after it was written.`);
}

export { manifestName };
