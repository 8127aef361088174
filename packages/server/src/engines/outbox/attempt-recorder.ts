import type { Instant } from '../../ground/clock/instant.ts';
import { type Database, DatabaseUnavailable } from '../../ground/database/database.ts';
import type { NewRow } from '../../ground/database/schema.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { mustMove } from '../states/transition.ts';
import { type DeliveryChange, recordDeliveries, releaseDelivery } from './claimed-deliveries.ts';
import type { HeldDelivery } from './held-delivery.ts';
import { nextAttemptAt } from './retry-schedule.ts';

export interface MadeAttempt {
  readonly held: HeldDelivery;
  readonly startedAt: Instant;
  readonly endedAt: Instant;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly answerHead: string | null;
}

/** What is to be written of a claimed delivery: how its attempt ended, or that it is due again unsent. */
type Note = MadeAttempt | { readonly held: HeldDelivery; readonly dueAt: Instant };

export interface AttemptRecorderOptions {
  readonly database: Database;
  /** Called after each commit: resources are free for their next events. */
  readonly onRecorded: () => void;
  readonly onBug: (error: unknown) => void;
  /** Whether more of a platform waits to be sent by this process: what comes next of a resource has to wait behind that. */
  readonly isBehind: (tenant: number) => boolean;
}

/** Attempts that end within so short a time share a commit. */
const groupingMs = 20;
/** The same while more of the platform waits; a claim writes them earlier, in a commit with its own. */
const groupingMsBehind = 100;
const largestGroup = 256;
const waitAfterBugMs = 1_000;

/**
 * Writes each attempt down as it ends. What could not be written is written when the database is back: it
 * changes nothing there if the claim has been lost meanwhile, or if the commit that failed has counted after all.
 */
export class AttemptRecorder {
  readonly #options: AttemptRecorderOptions;
  /** Platforms whose clocks are being advanced: nobody sees when something is written there, so all of one moment is written together. */
  readonly standing = new Set<number | 'ALL'>();
  #notes: Note[] = [];
  /** Notes at the front that could not be written together, and are written one by one. */
  #suspects = 0;
  #timer: NodeJS.Timeout | undefined;
  #isTimerLong = false;
  #isWriting = false;
  /** What has come since the last group began is to be written as well. */
  #isAskedFor = false;
  #written: Promise<void> = Promise.resolve();

  constructor(options: AttemptRecorderOptions) {
    this.#options = options;
  }

  add(note: Note): void {
    this.#notes.push(note);
    const { tenant } = note.held.delivery;
    if (this.#notes.length >= largestGroup) this.#write();
    else if (!this.#stands(tenant)) this.#writeSoon(this.#options.isBehind(tenant));
  }

  /** The first that has no time to wait takes the others along. */
  #writeSoon(hasTime: boolean): void {
    if (this.#timer !== undefined && (hasTime || !this.#isTimerLong)) return;
    clearTimeout(this.#timer);
    this.#isTimerLong = hasTime;
    this.#timer = setTimeout(() => this.#write(), hasTime ? groupingMsBehind : groupingMs);
  }

  #stands(tenant: number): boolean {
    return this.standing.has(tenant) || this.standing.has('ALL');
  }

  /** Nothing is under way for which what there is could wait, or there is a commit to share. */
  flush(): void {
    if (this.#notes.length > 0) this.#write();
  }

  /** Writes what there is, and forgets what cannot be written: its lease ends and it is sent again. */
  async close(): Promise<void> {
    await this.#written;
    this.#write();
    await this.#written;
    clearTimeout(this.#timer);
    for (const { held } of this.#notes.splice(0)) held.done();
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isAskedFor = true;
    if (!this.#isWriting) this.#written = this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    try {
      while (this.#notes.length > 0 && (this.#isAskedFor || this.#suspects > 0)) {
        this.#isAskedFor = false;
        const size = this.#suspects > 0 ? 1 : this.#notes.length;
        this.#suspects = Math.max(0, this.#suspects - 1);
        await this.#writeGroup(this.#notes.splice(0, size));
      }
    } catch (error) {
      this.#timer ??= setTimeout(() => this.#write(), waitAfterBugMs);
      this.#options.onBug(error);
    } finally {
      this.#isWriting = false;
    }
  }

  async #writeGroup(notes: readonly Note[]): Promise<void> {
    try {
      await this.#options.database.transaction((unit) => writeNotes(unit, notes));
    } catch (error) {
      if (error instanceof DatabaseUnavailable || notes.length > 1) this.#notes = [...notes, ...this.#notes];
      if (error instanceof DatabaseUnavailable) throw error;
      // One that can never be written keeps no other from it: it is sent again when its lease ends.
      if (notes.length > 1) {
        this.#suspects = notes.length;
        return;
      }
      this.#options.onBug(error);
    }
    for (const { held } of notes) held.done();
    this.#options.onRecorded();
  }
}

interface EndedAttempt {
  readonly made: MadeAttempt;
  readonly change: DeliveryChange;
}

async function writeNotes(unit: Unit, notes: readonly Note[]): Promise<void> {
  /** Those that change alike, as most of one claim do, are written with one statement. */
  const alike = new Map<string, EndedAttempt[]>();
  for (const note of notes) {
    if ('dueAt' in note) {
      writeRelease(unit, note);
      continue;
    }
    const change = changeOf(note);
    const { tenant, leasedUntil, status, attempts, dueAt } = change;
    const likeness = `${tenant} ${leasedUntil} ${status} ${attempts} ${dueAt}`;
    const others = alike.get(likeness) ?? [];
    alike.set(likeness, others);
    others.push({ made: note, change });
  }
  const rows = await Promise.all([...alike.values()].map((ended) => writeEnds(unit, ended)));
  unit.insert('delivery_attempts', rows.flat());
}

function writeRelease(unit: Unit, { held: { delivery, lease }, dueAt }: Extract<Note, { dueAt: Instant }>): void {
  releaseDelivery(unit, { tenant: delivery.tenant, eventId: delivery.event_id, leasedUntil: lease.until, dueAt });
}

/** Returns the attempts of those whose claim still held. */
async function writeEnds(unit: Unit, ended: readonly EndedAttempt[]): Promise<NewRow<'delivery_attempts'>[]> {
  const [first] = ended;
  if (first === undefined) return [];
  const recorded = await recordDeliveries(
    unit,
    first.change,
    ended.map(({ change }) => change.eventId),
  );
  return ended.filter(({ change }) => recorded.has(change.eventId)).map(({ made, change }) => attemptRow(made, change));
}

function changeOf({ held: { delivery, lease }, endedAt, statusCode }: MadeAttempt): DeliveryChange {
  const attempts = delivery.attempts + 1;
  const next = nextAttemptAt(delivery.type, delivery.created_at, attempts, endedAt);
  const trigger = triggerOf(statusCode, next !== undefined);
  const { to } = mustMove('webhook-delivery', delivery.status, trigger);
  return {
    tenant: delivery.tenant,
    eventId: delivery.event_id,
    leasedUntil: lease.until,
    status: to,
    attempts,
    dueAt: trigger === 'RETRY' ? (next ?? null) : null,
  };
}

/** 409 says that the receiver has it already. */
export function isTaken(statusCode: number | null): boolean {
  return statusCode !== null && ((statusCode >= 200 && statusCode < 300) || statusCode === 409);
}

function triggerOf(statusCode: number | null, mayRetry: boolean): 'SUCCEED' | 'REFUSE_DUPLICATE' | 'RETRY' | 'EXHAUST' {
  if (isTaken(statusCode)) return statusCode === 409 ? 'REFUSE_DUPLICATE' : 'SUCCEED';
  return mayRetry ? 'RETRY' : 'EXHAUST';
}

function attemptRow(
  { held, startedAt, durationMs, statusCode, error, answerHead }: MadeAttempt,
  { attempts, status, dueAt }: DeliveryChange,
): NewRow<'delivery_attempts'> {
  const { delivery, endpoint } = held;
  return {
    tenant: delivery.tenant,
    event_id: delivery.event_id,
    attempt: attempts,
    started_at: startedAt,
    duration_ms: durationMs,
    endpoint,
    status_code: statusCode,
    error,
    answer_head: answerHead,
    status,
    next_attempt_at: dueAt,
  };
}
