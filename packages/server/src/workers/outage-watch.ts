import type { Database, DatabaseUnavailable, Shortage } from '../ground/database/database.ts';
import { statement } from '../ground/database/statement.ts';
import type { Unit } from '../ground/database/unit.ts';

/** A time during which the store cannot work. */
interface Outage {
  readonly shortage: Shortage;
  readonly startedMs: number;
  /** Requests and batches of work that failed for it so far. */
  failures: number;
}

/** Tells of an outage when it begins, now and then, and when it is over: a line each, however many requests it meets. */
export interface OutageWatch {
  notice(error: DatabaseUnavailable): void;
  /** What is wrong now, if anything is. */
  shortage(): Shortage | undefined;
  stop(): void;
}

/** How often to try, while the store cannot work, whether it can again. */
const trialMs = 500;
const reminderMs = 60_000;

/** What counts as the end is a commit that has written, with no failure since the last trial: a full disk is still read from. */
export function watchOutages(database: Database, tell: (line: string) => void): OutageWatch {
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
    tell(`the store still cannot work ${lasted(outage)}`);
  };
  const tryAgain = async (): Promise<void> => {
    const works = await database.transaction(writeNothing).then(
      () => true,
      () => false,
    );
    if (outage === undefined) return;
    if (works && outage.failures === failuresAtTrial) {
      tell(`the store works again ${lasted(outage)}`);
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
        tell(`${error.message}. Requests are answered with 503 until it works again, which needs no restart.`);
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
