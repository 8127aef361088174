import { type EventType, type PendingIncomingPayment, type StateEventOf, stateTables } from '@payments-platform/types';
import { postEntryWithEvents } from '../../accounts/internal/post-entry-with-events.ts';
import type { Entry } from '../../engines/ledger/entry.ts';
import type { PostEntryContext, PostingRefusal } from '../../engines/ledger/post-entry.ts';
import { appendEvents, type NewEvent } from '../../engines/outbox/append-event.ts';
import { mustMove, type StateOf, type TriggerOf } from '../../engines/states/transition.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type PaymentMove, type PaymentMoveName, paymentMoves } from './payment-moves.ts';
import { TransactionMoved } from './transaction-moved.ts';
import type { RefundRow, TransactionRow } from './transaction-row.ts';
import { viewTransaction } from './transaction-view.ts';
import {
  changeQuoteStatus,
  insertTransaction,
  saveRefund,
  saveTransaction,
  type TransactionChange,
} from './transactions-repository.ts';

const firstMoves = {
  OUTGOING: mustMove('outgoing-transaction', null, 'CREATE'),
  INCOMING: mustMove('incoming-transaction', null, 'CREATE'),
};

/** The initial status of a transaction of this type. */
export function firstStatus(type: TransactionRow['type']): TransactionRow['status'] {
  return firstMoves[type].to;
}

/** Stores a new transaction and emits its first event; its row starts with sequence 1. */
export function openTransaction(
  { unit, tenant, now, deps }: WorkContext,
  row: TransactionRow,
  /** Fields of the first event only. */
  asked: Partial<PendingIncomingPayment> = {},
): void {
  insertTransaction(unit, row);
  const type = firstMoves[row.type].event;
  appendEvents({ unit, tenant, now, ids: deps.ids }, [
    { type, resourceId: row.id, sequence: row.sequence, data: { ...viewTransaction(row), ...asked } },
  ]);
}

export interface MoveDetails extends Pick<PostEntryContext, 'dailyLimitMinor'> {
  /** What the last step of the transaction writes besides its status. */
  readonly set?: Partial<TransactionChange>;
  /** What the step of the refund writes besides its status. */
  readonly refund?: Partial<RefundRow>;
  /** The due action after the move. */
  readonly due?: Pick<TransactionChange, 'due_at' | 'due_action'>;
  /** The entry that the table of moves requires. */
  readonly entry?: Entry;
  /** Posted if the ledger refuses that entry. */
  readonly otherwise?: Entry;
}

/**
 * The only way to move a payment: its transaction, quote, refund, ledger entry and events together, as the table of
 * moves says. Returns the transaction afterwards, or the refusal of the entry by the ledger; a caller that is
 * refused must let its unit roll back.
 */
export async function movePayment(
  context: WorkContext,
  row: TransactionRow,
  name: PaymentMoveName,
  details: MoveDetails,
): Promise<TransactionRow | PostingRefusal> {
  const move: PaymentMove = paymentMoves[name];
  const { entry } = details;
  if (entry?.kind !== move.entry) throw new Error(`${name} of ${row.id} posts ${move.entry}, not ${entry?.kind}`);
  const { moved, events } = takeSteps(row, move, details, context.now);
  // Sent first, so that only one of several units that move the payment continues, and the others get
  // `TransactionMoved` instead of a refusal.
  const saving = saveMove(context, { row, moved, move });
  const posting = entry && post(context, entry, details);
  // In one round trip. No statement may be pending when a unit ends, so both finish before either result counts.
  await Promise.allSettled([saving, posting]);
  await saving;
  const refusal = await posting;
  if (refusal !== undefined) return refusal;
  appendEvents({ unit: context.unit, tenant: context.tenant, ids: context.deps.ids, now: context.now }, events);
  return moved;
}

async function saveMove(
  context: WorkContext,
  { row, moved, move }: { row: TransactionRow; moved: TransactionRow; move: PaymentMove },
): Promise<void> {
  const { unit } = context;
  const saved = Promise.all([saveTransaction(unit, moved, row.sequence), moveQuote(context, row.quote_id, move)]);
  if (move.refund !== undefined && moved.refund !== null) saveRefund(unit, moved.refund, row.refund === null);
  await saved;
}

async function post(
  context: WorkContext,
  entry: Entry,
  { dailyLimitMinor, otherwise }: MoveDetails,
): Promise<PostingRefusal | undefined> {
  const limits = dailyLimitMinor === undefined ? {} : { dailyLimitMinor };
  const posted = await postEntryWithEvents(context, entry, limits);
  if (typeof posted !== 'string') return undefined;
  return otherwise === undefined ? posted : post(context, otherwise, {});
}

/** For moves whose entry cannot be refused: the credited account was checked, or belongs to the service. */
export async function mustMovePayment(
  context: WorkContext,
  row: TransactionRow,
  name: PaymentMoveName,
  details: MoveDetails,
): Promise<TransactionRow> {
  const moved = await movePayment(context, row, name, details);
  if (typeof moved === 'string') throw new Error(`the ledger refused ${name} of ${row.id}: ${moved}`);
  return moved;
}

/** The state table of the row. */
export function tableOf(row: TransactionRow): 'outgoing-transaction' | 'incoming-transaction' {
  return row.type === 'OUTGOING' ? 'outgoing-transaction' : 'incoming-transaction';
}

type RefundEvent = NonNullable<StateEventOf<'refund'>>;
type Named<Event> = Event extends `*${infer End}` ? `${TransactionRow['type']}${End}` : Event;

/** The table names each event of refunds once; `*` stands for the type of the transaction. */
function eventOfRefund(type: TransactionRow['type'], event: RefundEvent): Named<RefundEvent> {
  return event.replace('*', type) as Named<RefundEvent>;
}

interface Taken {
  readonly moved: TransactionRow;
  readonly events: readonly NewEvent[];
}

/**
 * Takes the steps of the transaction and of its refund by their tables; each step with an event increments the
 * sequence.
 */
function takeSteps(row: TransactionRow, move: PaymentMove, details: MoveDetails, now: string): Taken {
  const events: NewEvent[] = [];
  const triggers = triggersOf(row, move);
  let moved: TransactionRow = { ...row, ...details.due, ...(triggers.length === 0 && details.set), updated_at: now };
  const take = (change: Partial<TransactionRow>, type: EventType | undefined): void => {
    const sequence = moved.sequence + (type === undefined ? 0 : 1);
    moved = { ...moved, ...change, sequence };
    if (type !== undefined) events.push({ type, resourceId: row.id, sequence, data: viewTransaction(moved) });
  };
  triggers.forEach((trigger, index) => {
    const { to, event } = mustMove(tableOf(row), moved.status, trigger);
    take({ ...(index === triggers.length - 1 && details.set), status: to }, event);
  });
  if (move.refund !== undefined) {
    const { to, event } = mustMove('refund', moved.refund?.status ?? null, move.refund);
    const refund = { ...(moved.refund ?? newRefund(row, details, now)), ...details.refund, status: to };
    take({ refund, refund_id: refund.id }, eventOfRefund(row.type, event));
  }
  return { moved, events };
}

function newRefund({ tenant, id: transaction_id }: TransactionRow, { refund }: MoveDetails, now: string): RefundRow {
  if (refund?.id === undefined) throw new Error(`the refund of ${transaction_id} begins without an id`);
  return {
    tenant,
    transaction_id,
    id: refund.id,
    status: 'PENDING',
    reason: null,
    initiated_at: now,
    settled_at: null,
  };
}

function triggersOf(
  row: TransactionRow,
  { outgoing, incoming }: PaymentMove,
): readonly TriggerOf<'outgoing-transaction' | 'incoming-transaction'>[] {
  const [own, other] = row.type === 'OUTGOING' ? [outgoing, incoming] : [incoming, outgoing];
  if (own === undefined && other !== undefined) throw new Error(`the state table of ${tableOf(row)} has no such move`);
  return own ?? [];
}

/** The states of the quote before and after a move: each of its triggers leaves one state. */
function quoteMoveOf({ quote = [] }: PaymentMove): { from: StateOf<'quote'>; to: StateOf<'quote'> } | undefined {
  const edges = quote.map((trigger) => stateTables.quote.transitions.find((edge) => edge.trigger === trigger));
  const [first, last] = [edges[0], edges.at(-1)];
  return first?.from == null || last === undefined ? undefined : { from: first.from, to: last.to };
}

/** The status of the quote after the move. */
export function quoteStatusAfter(name: PaymentMoveName): StateOf<'quote'> {
  const move = quoteMoveOf(paymentMoves[name]);
  if (move === undefined) throw new Error(`${name} moves no quote`);
  return move.to;
}

async function moveQuote({ unit, tenant, now }: WorkContext, quoteId: string | null, move: PaymentMove): Promise<void> {
  const edge = quoteMoveOf(move);
  if (quoteId === null || edge === undefined) return;
  if ((await changeQuoteStatus(unit, { tenant, id: quoteId, ...edge, now })) === 1) return;
  const problem = `quote ${quoteId} is not ${edge.from} although its transaction moves to ${edge.to}`;
  // A quote that is not executed yet may be executed, or expire, at this moment.
  throw edge.from === 'PROCESSING' ? new Error(problem) : new TransactionMoved(problem);
}
