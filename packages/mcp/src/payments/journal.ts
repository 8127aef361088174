import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '@payments-platform/client/private-file';
import { intentHash } from './intent.ts';

/** The record of one intent. */
export interface IntentRecord {
  readonly intent: string;
  /** The tool that used the intent first; no other tool may use it. */
  readonly tool: string;
  /** The hash of its arguments. */
  readonly argumentsHash: string;
  readonly askedAt: string;
  /** How many earlier quotes of this intent have expired. */
  readonly round: number;
  readonly quoteId?: string;
  /** When the payment was first requested, with or without a response. */
  readonly paidAt?: string;
  readonly actionId?: string;
}

/**
 * Stores the result of every intent on disk, for longer than the platform stores its keys. One file per intent, written
 * before the request is sent.
 */
export interface Journal {
  find(intent: string): IntentRecord | undefined;
  write(record: IntentRecord): void;
  forget(intent: string): void;
  /** The newest first. */
  list(count: number): IntentRecord[];
}

/** A yearly payment is the longest interval after which a request is repeated by mistake. */
const keptMs = 400 * 86_400_000;

export function openJournal(folder: string, now: () => Date): Journal {
  const fileOf = (intent: string): string => join(folder, `${intentHash(intent)}.json`);
  const read = (file: string): IntentRecord | undefined => {
    const text = readPrivateFile(file);
    return text === undefined ? undefined : (JSON.parse(text) as IntentRecord);
  };
  // If the folder is not writable, this fails before the first payment.
  writePrivateFile(join(folder, '.writable'), '');
  for (const { file, changedMs } of filesIn(folder))
    if (changedMs < now().getTime() - keptMs) rmSync(file, { force: true });
  return {
    find: (intent) => read(fileOf(intent)),
    write: (record) => writePrivateFile(fileOf(record.intent), `${JSON.stringify(record)}\n`),
    forget: (intent) => rmSync(fileOf(intent), { force: true }),
    list: (count) =>
      filesIn(folder)
        .sort((one, other) => other.changedMs - one.changedMs)
        .slice(0, count)
        .flatMap(({ file }) => read(file) ?? []),
  };
}

function filesIn(folder: string): { readonly file: string; readonly changedMs: number }[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const file = join(folder, name);
      const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      return changedMs === undefined ? [] : [{ file, changedMs }];
    });
}
