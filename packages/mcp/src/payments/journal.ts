import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '@payments-platform/client/private-file';
import { intentHash } from './intent.ts';

/** What is known of one intent. */
export interface IntentRecord {
  readonly intent: string;
  /** The tool that asked first: a payment is made in one way. */
  readonly tool: string;
  /** Of what it was asked with. */
  readonly argumentsHash: string;
  readonly askedAt: string;
  /** How many quotes before this one have run out. */
  readonly round: number;
  readonly quoteId?: string;
  /** When the payment was first asked for, whether or not an answer came. */
  readonly paidAt?: string;
  readonly actionId?: string;
}

/**
 * Remembers what every intent has led to, on disk, for longer than the platform keeps its keys. One file for each
 * intent, written before what is asked is sent.
 */
export interface Journal {
  find(intent: string): IntentRecord | undefined;
  write(record: IntentRecord): void;
  forget(intent: string): void;
  /** The newest first. */
  list(count: number): IntentRecord[];
}

/** Payments that come back every year are the longest that anybody repeats by mistake. */
const keptMs = 400 * 86_400_000;

export function openJournal(folder: string, now: () => Date): Journal {
  const fileOf = (intent: string): string => join(folder, `${intentHash(intent)}.json`);
  const read = (file: string): IntentRecord | undefined => {
    const text = readPrivateFile(file);
    return text === undefined ? undefined : (JSON.parse(text) as IntentRecord);
  };
  // A folder that cannot be written has to show itself before the first payment.
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
