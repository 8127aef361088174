import type { Instant } from '../../ground/clock/instant.ts';
import { type Database, DatabaseUnavailable } from '../../ground/database/database.ts';
import type { NewRow } from '../../ground/database/schema.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { mustMove } from '../states/transition.ts';
import { type DeliveryChange, recordDeliveries, releaseDelivery } from './claimed-deliveries.ts';
import type { HeldDelivery } from './held-delivery.ts';
import { nextAttemptAt } from './retry-schedule.ts';

interface MadeAttempt {
  readonly held: HeldDelivery;
  readonly startedAt: Instant;
  readonly endedAt: Instant;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly answerHead: string | null;
}

/** What to record of a claimed delivery: the result of its attempt, or that it was not sent and is due again. */
type Note = MadeAttempt | { readonly held: HeldDelivery; readonly dueAt: Instant };

export interface AttemptRecorderOptions {
  readonly database: Database;
  /** Called after each commit: the next events of the resources may be sent now. */
  readonly onRecorded: () => void;
  readonly onBug: (error: unknown) => void;
  /** Whether this process holds more of a platform to send: the next event of a resource has to wait behind it. */
  readonly isBehind: (tenant: number) => boolean;
}

/** Attempts that end within this time share a commit. */
const groupingMs = 20;
/** The same if the platform has more to send. A claim records them earlier, in its own commit. */
const groupingMsBehind = 100;
const largestGroup = 256;
const waitAfterBugMs = 1_000;

/**
 * Records each attempt as it ends. If the database is away, it records when it is back. That has no effect if the claim
 * was lost meanwhile, or if the failed commit did take effect.
 */
export class AttemptRecorder {
  readonly #options: AttemptRecorderOptions;
  /**
   * Platforms whose clocks are being advanced. Results are not visible before the clock moves on, so all of one point
   * in time are written together.
   */
  readonly standing = new Set<number | 'ALL'>();
  #notes: Note[] = [];
  /** The number of notes at the front whose common write failed. They are written one by one. */
  #suspects = 0;
  #timer: NodeJS.Timeout | undefined;
  #isTimerLong = false;
  #isWriting = false;
  /** Whether notes that were added since the last group started must be written, too. */
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

  /** The first note that cannot wait takes the others with it. */
  #writeSoon(hasTime: boolean): void {
    if (this.#timer !== undefined && (hasTime || !this.#isTimerLong)) return;
    clearTimeout(this.#timer);
    this.#isTimerLong = hasTime;
    this.#timer = setTimeout(() => this.#write(), hasTime ? groupingMsBehind : groupingMs);
  }

  #stands(tenant: number): boolean {
    return this.standing.has(tenant) || this.standing.has('ALL');
  }

  /** Writes all notes now: no running attempt is worth waiting for, or there is a commit to share. */
  flush(): void {
    if (this.#notes.length > 0) this.#write();
  }

  /** Writes all notes and drops those that cannot be written: their leases end and they are sent again. */
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
      // A note that can never be written must not block the others: its delivery is sent again when its lease ends.
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
  /** Notes with the same change, usually most of one claim, are written with one statement. */
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

/** Returns the attempts whose claim was still valid. */
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

/** 409 means that the receiver has the event already. */
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
