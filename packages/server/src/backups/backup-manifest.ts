import { Buffer } from 'node:buffer';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../ground/database/statement.ts';
import { canonicalJson } from '../ground/json/canonical-json.ts';
import { parseJson } from '../ground/json/json-text.ts';
import { BackupUnusable } from './backup-unusable.ts';
import { type BackupPart, isPartPath, writeDurably } from './parts.ts';

/** What is in a backup, written when all of it is there. */
export interface BackupFacts {
  readonly format: 1;
  /** Version of the server that made it. */
  readonly release: string;
  /** Instant at which it was begun. */
  readonly createdAt: string;
  readonly engine: Engine;
  readonly schemaVersion: number;
  /** Major version of pg_dump; null for the embedded database. */
  readonly dumpVersion: number | null;
  readonly keys: 'LEFT_OUT' | 'IN_CLEAR';
  readonly parts: readonly BackupPart[];
}

export interface BackupManifest extends BackupFacts {
  /** Says which master key seals the data, and nothing about it. */
  readonly keyCheck: string;
  /** HMAC of all the rest under a key that is derived from the master key. */
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

/** Written last and at once: a folder without it is no backup. */
export async function writeManifest(folder: string, facts: BackupFacts, masterKey: Uint8Array): Promise<void> {
  const unsealed = { ...facts, keyCheck: checkOf(masterKey) };
  const manifest: BackupManifest = { ...unsealed, seal: sealOf(unsealed, masterKey) };
  await writeDurably(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
}

export function readManifest(folder: string): BackupManifest {
  const file = join(folder, manifestName);
  if (!existsSync(file))
    throw new BackupUnusable(`There is no ${manifestName} in ${folder}: it is no backup, or one that did not finish.`);
  const read = parsed(readFileSync(file, 'utf8'));
  if (read?.format !== 1) throw new BackupUnusable(`${file} is not of a form that this release knows.`);
  if (!Array.isArray(read.parts) || !read.parts.every((part) => isPartPath(String(part?.path))))
    throw new BackupUnusable(`${file} names parts that no backup has.`);
  return read as BackupManifest;
}

function parsed(text: string): Partial<BackupManifest> | null {
  try {
    return parseJson(text) as Partial<BackupManifest> | null;
  } catch {
    return null;
  }
}

/** Refuses another master key, and a manifest in which anything was changed. */
export function checkSeal({ seal, ...unsealed }: BackupManifest, masterKey: Uint8Array): void {
  if (unsealed.keyCheck !== checkOf(masterKey))
    throw new BackupUnusable('The master key is not the one that the data of the backup is sealed with.');
  const [given, own] = [Buffer.from(String(seal), 'hex'), Buffer.from(sealOf(unsealed, masterKey), 'hex')];
  if (given.length !== own.length || !timingSafeEqual(given, own))
    throw new BackupUnusable(`The ${manifestName} of the backup was changed after it was written.`);
}

export { manifestName };
