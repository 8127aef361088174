import { Buffer } from 'node:buffer';
import { type FileStore, FilesUnavailable } from '../engines/files/file-store.ts';
import type { Database, DatabaseUnavailable, Shortage } from '../ground/database/database.ts';
import { statement } from '../ground/database/statement.ts';
import type { Unit } from '../ground/database/unit.ts';

/** A time during which the store, or the storage of files, does not work. */
interface Outage {
  readonly shortage: Shortage;
  readonly startedMs: number;
  /** Requests and batches of work that failed because of it so far. */
  failures: number;
}

/** Reports an outage when it begins, every minute, and when it ends: one line each, however many requests fail. */
export interface OutageWatch {
  notice(error: DatabaseUnavailable): void;
  /** The current problem of the store, if there is one. */
  shortage(): Shortage | undefined;
  /** The same for the storage of files. */
  shortageOfFiles(): Shortage | undefined;
  stop(): void;
}

interface Watched {
  readonly name: string;
  /** The requests that get 503 meanwhile. */
  readonly refused: string;
  /** Resolves if it works. */
  readonly trial: () => Promise<void>;
}

/** How often to try during an outage whether it is over. */
const trialMs = 500;
const reminderMs = 60_000;

export function watchOutages(
  { database, files }: { readonly database: Database; readonly files: FileStore },
  tell: (line: string) => void,
): OutageWatch {
  const ofStore = watchOne(
    { name: 'the store', refused: 'Requests', trial: () => database.transaction(writeNothing) },
    tell,
  );
  const ofFiles = watchOne(
    { name: 'the storage of files', refused: 'Requests that need a file', trial: () => keepNothing(files) },
    tell,
  );
  return {
    notice: (error) => (error instanceof FilesUnavailable ? ofFiles : ofStore).notice(error),
    shortage: ofStore.shortage,
    shortageOfFiles: ofFiles.shortage,
    stop: () => {
      for (const watch of [ofStore, ofFiles]) watch.stop();
    },
  };
}

/**
 * An outage ends with a trial that has written, without a failure since the last trial: a full disk can still be read.
 */
function watchOne(
  { name, refused, trial }: Watched,
  tell: (line: string) => void,
): Pick<OutageWatch, 'notice' | 'shortage' | 'stop'> {
  let outage: Outage | undefined;
  let timer: NodeJS.Timeout | undefined;
  let remindsAt = 0;
  let failuresAtTrial = 0;

  const lasted = ({ startedMs, failures }: Outage): string =>
    `after ${((performance.now() - startedMs) / 1000).toFixed(1)} s and ${failures} failed calls`;
  const tryLater = (): void => {
    failuresAtTrial = outage?.failures ?? 0;
    timer = setTimeout(tryAgain, trialMs);
  };
  const remind = (): void => {
    if (outage === undefined || performance.now() < remindsAt) return;
    remindsAt = performance.now() + reminderMs;
    tell(`${name} still does not work ${lasted(outage)}`);
  };
  const tryAgain = async (): Promise<void> => {
    const works = await trial().then(
      () => true,
      () => false,
    );
    if (outage === undefined) return;
    if (works && outage.failures === failuresAtTrial) {
      tell(`${name} works again ${lasted(outage)}`);
      outage = undefined;
      return;
    }
    remind();
    tryLater();
  };

  return {
    notice: (error) => {
      if (outage === undefined) {
        outage = { shortage: error.shortage, startedMs: performance.now(), failures: 0 };
        remindsAt = performance.now() + reminderMs;
        tell(`${error.message}. ${refused} are answered with 503 until it works again, without a restart.`);
        tryLater();
      }
      outage.failures += 1;
    },
    shortage: () => outage?.shortage,
    stop: () => {
      outage = undefined;
      clearTimeout(timer);
    },
  };
}

const trialMark = { id: 'trial' };

const leaveMark = statement<typeof trialMark, never>('leaveTrialMark', (db, { id }) =>
  db
    .insertInto('unit_marks')
    .values({ id, is_void: 1, made_at: 0n })
    .onConflict((on) => on.doNothing()),
);
const takeMark = statement<typeof trialMark, never>('takeTrialMark', (db, { id }) =>
  db.deleteFrom('unit_marks').where('id', '=', id),
);

/** Writes and deletes a row: only a commit that reaches the disk proves that there is space. */
async function writeNothing(unit: Unit): Promise<void> {
  unit.write(leaveMark, trialMark);
  unit.write(takeMark, trialMark);
}

/** The free space below which the next file may not fit. */
const trialBytes = 1024 * 1024;
const trialFile = '0/00000000-0000-0000-0000-000000000000';

async function keepNothing(files: FileStore): Promise<void> {
  await files.put(trialFile, oneOf(Buffer.alloc(trialBytes)));
  await files.remove(trialFile);
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
