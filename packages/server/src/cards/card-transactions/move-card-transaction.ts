import { clearTimer, setTimer } from '../../engines/due-work/timers.ts';
import { appendEvents, type NewEvent } from '../../engines/outbox/append-event.ts';
import { mustMove, type TriggerOf } from '../../engines/states/transition.ts';
import { dayMs, type Instant, plusMs } from '../../ground/clock/instant.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { viewCardTransaction } from './card-transaction-view.ts';
import { saveCardTransaction } from './card-transactions-repository.ts';
import type { CardStepKind, CardTransactionRow } from './tables.ts';

/** The kinds of the timers for open authorizations and for pending pulls. */
export const authorizationTimers = 'card_authorizations';
export const pullTimers = 'card_pulls';

/** How long a merchant has to settle an authorization. */
const authorizationLifeMs = 7 * dayMs;

/** A new transaction. Its first step decides its status. */
export type NewCardTransaction = Omit<CardTransactionRow, 'status'>;

type Changed = Partial<
  Pick<
    CardTransactionRow,
    | 'authorized_minor'
    | 'settled_minor'
    | 'settlement_count'
    | 'refunded_minor'
    | 'refund_count'
    | 'pulled_minor'
    | 'pending_pull_count'
    | 'held_minor'
    | 'taken_minor'
  >
>;

/** A pull that a step starts. `wasTaken` says whether the ledger debited the amount. */
export interface PullAsked {
  readonly amountMinor: bigint;
  readonly wasTaken: boolean;
}

export interface CardStep {
  /** The issuer's own id of the message, or the id of another event that can happen only once. */
  readonly id: string;
  readonly kind: CardStepKind;
  readonly amountMinor: bigint;
  readonly triggers: readonly TriggerOf<'card-transaction'>[];
  /** The new values of the amounts. */
  readonly set?: Changed;
  readonly pull?: PullAsked | undefined;
}

/** Whether more can be settled. */
export function isOpen({ status }: Pick<CardTransactionRow, 'status'>): boolean {
  return status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED';
}

/** Inserts a new transaction with its first step and emits its events. */
export function openCardTransaction(
  context: WorkContext,
  fresh: NewCardTransaction,
  step: CardStep,
): CardTransactionRow {
  const { applied, events } = applyTriggers(context, { ...fresh, ...step.set }, null, step);
  const row = recordPull(context, applied, step.pull);
  context.unit.insert('card_transactions', [row]);
  if (isOpen(row)) setTimer(context.unit, timerOf(row), plusMs(row.created_at, authorizationLifeMs));
  record(context, row, step, events);
  return row;
}

/**
 * The only function that changes a card transaction: its amounts, its status by the table, its pull, the record of the
 * step and the events, together. The row is locked, and the entry of the step has been posted.
 */
export function moveCardTransaction(context: WorkContext, row: CardTransactionRow, step: CardStep): CardTransactionRow {
  const changed = { ...row, ...step.set, last_event_at: context.now, updated_at: context.now };
  const { applied, events } = applyTriggers(context, changed, row.status, step);
  const moved = recordPull(context, applied, step.pull);
  saveCardTransaction(context.unit, moved);
  if (isOpen(row) && !isOpen(moved)) clearTimer(context.unit, timerOf(row));
  record(context, moved, step, events);
  return moved;
}

/** Applies the triggers one by one. Each emits an event that shows the transaction at that moment. */
function applyTriggers(
  context: WorkContext,
  row: NewCardTransaction,
  from: CardTransactionRow['status'] | null,
  { triggers, pull }: CardStep,
): { readonly applied: CardTransactionRow; readonly events: readonly NewEvent[] } {
  const events: NewEvent[] = [];
  const counted = pull === undefined ? row : withPull(row, pull);
  let [status, sequence] = [from, row.sequence];
  for (const trigger of triggers) {
    const { to, event } = mustMove('card-transaction', status, trigger);
    status = to;
    sequence += 1;
    const data = viewCardTransaction({ ...counted, status, sequence });
    events.push({ type: event, resourceId: row.id, sequence, data });
  }
  if (status === null) throw new Error(`${row.id} of ${context.tenant} has no first status`);
  return { applied: { ...counted, status, sequence }, events };
}

function withPull<R extends NewCardTransaction>(row: R, { amountMinor, wasTaken }: PullAsked): R {
  return {
    ...row,
    pull_count: row.pull_count + 1,
    pulled_minor: row.pulled_minor + (wasTaken ? amountMinor : 0n),
    pending_pull_count: row.pending_pull_count + (wasTaken ? 1 : 0),
  };
}

/** A pull that is only the entry itself is confirmed right after its event. */
function recordPull(context: WorkContext, row: CardTransactionRow, pull: PullAsked | undefined): CardTransactionRow {
  if (pull === undefined) return row;
  const { unit, tenant, now, deps } = context;
  const id = deps.ids.next('CardPull');
  const pollAt = pull.wasTaken ? firstPollAt(context, row, id) : null;
  const requested = mustMove('card-pull', null, pull.wasTaken ? 'REQUEST' : 'REFUSE').to;
  const isDone = pull.wasTaken && pollAt === null;
  const status = isDone ? mustMove('card-pull', requested, 'CONFIRM').to : requested;
  const { id: card_transaction_id } = row;
  unit.insert('card_pulls', [
    { tenant, id, card_transaction_id, status, amount_minor: pull.amountMinor, requested_at: now },
  ]);
  if (pollAt !== null) setTimer(unit, { tenant, kind: pullTimers, id }, pollAt);
  return isDone ? { ...row, pending_pull_count: row.pending_pull_count - 1 } : row;
}

function firstPollAt({ deps, now }: WorkContext, row: CardTransactionRow, pullId: string): Instant | null {
  const merchantDescriptor = readJson(row.merchant).descriptor;
  return deps.cardPulls.firstPollAt({ pullId, accountId: row.account_id, merchantDescriptor, requestedAt: now });
}

function record(
  { unit, tenant, now, deps }: WorkContext,
  row: CardTransactionRow,
  { id, kind, amountMinor }: CardStep,
  events: readonly NewEvent[],
): void {
  const { id: card_transaction_id } = row;
  unit.insert('card_steps', [{ tenant, id, card_transaction_id, kind, amount_minor: amountMinor, created_at: now }]);
  appendEvents({ unit, tenant, now, ids: deps.ids }, events);
}

function timerOf({ tenant, id }: Pick<CardTransactionRow, 'tenant' | 'id'>) {
  return { tenant, kind: authorizationTimers, id };
}
