import { Buffer } from 'node:buffer';
import { type FileStore, FilesUnavailable } from '../engines/files/file-store.ts';
import type { Database, DatabaseUnavailable, Shortage } from '../ground/database/database.ts';
import { statement } from '../ground/database/statement.ts';
import type { Unit } from '../ground/database/unit.ts';

/** A time during which the store, or the place of the files, cannot work. */
interface Outage {
  readonly shortage: Shortage;
  readonly startedMs: number;
  /** Requests and batches of work that failed for it so far. */
  failures: number;
}

/** Tells of an outage when it begins, now and then, and when it is over: a line each, however many requests it meets. */
export interface OutageWatch {
  notice(error: DatabaseUnavailable): void;
  /** What is wrong with the store now, if anything is. */
  shortage(): Shortage | undefined;
  /** The same of the place of the stored files. */
  shortageOfFiles(): Shortage | undefined;
  stop(): void;
}

interface Watched {
  readonly name: string;
  /** What is answered with 503 meanwhile. */
  readonly refused: string;
  /** Resolves where it can work. */
  readonly trial: () => Promise<void>;
}

/** How often to try, while something cannot work, whether it can again. */
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
    { name: 'the place of the stored files', refused: 'Requests that need a file', trial: () => keepNothing(files) },
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

/** What counts as the end is a trial that has written, with no failure since the last one: a full disk is still read from. */
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
    tell(`${name} still cannot work ${lasted(outage)}`);
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
        tell(`${error.message}. ${refused} are answered with 503 until it works again, which needs no restart.`);
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

/** Writes and takes back what it wrote: only a commit that reaches the disk proves that there is room. */
async function writeNothing(unit: Unit): Promise<void> {
  unit.write(leaveMark, trialMark);
  unit.write(takeMark, trialMark);
}

/** As much as has to be free, or the next file no longer fits. */
const trialBytes = 1024 * 1024;
const trialFile = '0/00000000-0000-0000-0000-000000000000';

async function keepNothing(files: FileStore): Promise<void> {
  await files.put(trialFile, oneOf(Buffer.alloc(trialBytes)));
  await files.remove(trialFile);
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
