import type { ExpressionBuilder } from 'kysely';
import { dayOf, type Instant } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Ids } from '../../ground/ids/ids.ts';
import { largestWireMinor, lesserMinor } from '../../ground/money/money.ts';
import { accountEntries, type ChangedAccount } from './account-entries.ts';
import type { Entry } from './entry.ts';
import { type NetChange, netChanges } from './net-changes.ts';

/** Why money cannot be taken from an account. */
export type DebitRefusal = 'INSUFFICIENT_FUNDS' | 'ACCOUNT_NOT_ACTIVE' | 'DAILY_VOLUME_LIMIT_EXCEEDED';
export type PostingRefusal = DebitRefusal | 'ACCOUNT_CANNOT_RECEIVE';

interface Change {
  readonly tenant: number;
  readonly account: string;
  readonly amount: bigint;
  readonly now: Instant;
}

/** The clock of another process may be behind, but an entry of an account is never dated before the previous one. */
function notBefore(row: ExpressionBuilder<Schema, 'internal_accounts'>, now: Instant) {
  return row.case().when('entered_at', '>', now).then(row.ref('entered_at')).else(now).end();
}

interface Credit extends Change {
  /** The largest total balance to which the amount can still be added. */
  readonly largestBefore: bigint;
}

/** A closed account receives nothing. No total balance exceeds the largest amount that the interface can represent. */
const credit = statement<Credit, ChangedAccount>('creditAccount', (db, change) =>
  db
    .updateTable('internal_accounts')
    .set((row) => ({
      balance_minor: row('balance_minor', '+', change.amount),
      sequence: row('sequence', '+', 1),
      updated_at: change.now,
      entered_at: notBefore(row, change.now),
    }))
    .where('tenant', '=', change.tenant)
    .where('id', '=', change.account)
    .where('status', '<>', 'CLOSED')
    .where(({ eb }) => eb(eb('balance_minor', '+', eb.ref('held_minor')), '<=', change.largestBefore))
    .returningAll(),
);

interface Debit extends Change {
  /** The UTC day, e.g. `2025-01-01`. */
  readonly day: string;
  /** How much of the amount counts towards the limit of that day: all of it, or nothing. */
  readonly counted: bigint;
  /** The most that may already have left the account on that day. */
  readonly dailyLimit: bigint;
}

/** Checks and debits in one statement, so that no other unit can run in between. */
const debit = statement<Debit, ChangedAccount>('debitAccount', (db, change) =>
  db
    .updateTable('internal_accounts')
    .set((row) => ({
      balance_minor: row('balance_minor', '-', change.amount),
      // If the day repeats, its sum continues: the clock was set back, or another process is behind.
      sent_minor: row
        .case()
        .when('sent_on', '>=', change.day)
        .then(row('sent_minor', '+', change.counted))
        .else(change.counted)
        .end(),
      sent_on: row.case().when('sent_on', '>', change.day).then(row.ref('sent_on')).else(change.day).end(),
      sequence: row('sequence', '+', 1),
      updated_at: change.now,
      entered_at: notBefore(row, change.now),
    }))
    .where('tenant', '=', change.tenant)
    .where('id', '=', change.account)
    .where('status', '=', 'ACTIVE')
    .where('balance_minor', '>=', change.amount)
    .where(({ or, eb }) =>
      or([
        eb('sent_on', 'is', null),
        eb('sent_on', '<', change.day),
        eb('sent_minor', '<=', eb.val(change.dailyLimit)),
      ]),
    )
    .returningAll(),
);

interface HoldChange extends Credit {
  readonly held: bigint;
  /** The least that must be available and held; each is zero if that side grows. */
  readonly leastBalance: bigint;
  readonly leastHeld: bigint;
  /** A frozen account cannot spend, but held money is returned to it. */
  readonly statusBeside: ChangedAccount['status'];
}

/** Moves money between available and held, or pays out held money, also in one statement. */
const changeHold = statement<HoldChange, ChangedAccount>('changeHeldMoney', (db, change) =>
  db
    .updateTable('internal_accounts')
    .set((row) => ({
      balance_minor: row('balance_minor', '+', change.amount),
      held_minor: row('held_minor', '+', change.held),
      sequence: row('sequence', '+', 1),
      updated_at: change.now,
      entered_at: notBefore(row, change.now),
    }))
    .where('tenant', '=', change.tenant)
    .where('id', '=', change.account)
    .where((row) => row.or([row('status', '=', 'ACTIVE'), row('status', '=', change.statusBeside)]))
    .where('balance_minor', '>=', change.leastBalance)
    .where('held_minor', '>=', change.leastHeld)
    .where(({ eb }) => eb(eb('balance_minor', '+', eb.ref('held_minor')), '<=', change.largestBefore))
    .returningAll(),
);

type Standing = Pick<ChangedAccount, 'status' | 'balance_minor' | 'held_minor'>;

export const lockAccount = statement<{ tenant: number; account: string }, Standing>(
  'lockPostedAccount',
  (db, { tenant, account }, engine) => {
    const found = db
      .selectFrom('internal_accounts')
      .select(['status', 'balance_minor', 'held_minor'])
      .where('tenant', '=', tenant)
      .where('id', '=', account);
    return engine === 'postgres' ? found.forUpdate() : found;
  },
);

export interface PostEntryContext {
  readonly unit: Unit;
  readonly tenant: number;
  readonly ids: Ids;
  readonly now: Instant;
  /** The most that payments may take from an account in one UTC day; absent if there is no limit. */
  readonly dailyLimitMinor?: bigint;
}

/** The largest value of a column, far above any sum of real money. */
const unlimited = 2n ** 63n - 1n;

/**
 * Writes the entry and applies it to the balances in the caller's unit. Returns the changed accounts, or why one of
 * them refuses the change. After a refusal the caller must roll its unit back.
 */
export async function postEntry(context: PostEntryContext, entry: Entry): Promise<ChangedAccount[] | PostingRefusal> {
  const changes: (NetChange & { readonly changed: ChangedAccount })[] = [];
  for (const change of netChanges(entry)) {
    const outcome = await changeAccount(context, change);
    if (typeof outcome === 'string') return outcome;
    changes.push({ ...change, changed: outcome });
  }
  const { unit, tenant, now } = context;
  const entryId = context.ids.next('LedgerEntry');
  unit.insert('ledger_entries', [
    { tenant, id: entryId, kind: entry.kind, subject_id: entry.subjectId, created_at: now },
  ]);
  unit.insert(
    'ledger_postings',
    entry.postings.map((posting, line) => ({
      tenant,
      entry_id: entryId,
      line,
      account: posting.account,
      currency: posting.currency,
      amount_minor: posting.amountMinor,
    })),
  );
  if (changes.length > 0) unit.insert('account_entries', accountEntries(entry, entryId, changes));
  return changes.map(({ changed }) => changed);
}

async function changeAccount(context: PostEntryContext, change: NetChange): Promise<ChangedAccount | PostingRefusal> {
  const { unit, tenant } = context;
  const { account, balanceMinor, heldMinor = 0n } = change;
  const row = await attempt(context, change);
  if (row !== undefined) return row;
  // Another unit may have committed meanwhile: try once more under a lock, so that the reason matches the account's
  // state.
  const found = await unit.first(lockAccount, { tenant, account });
  if (found === undefined) throw new Error(`the ledger has no account ${account}`);
  const repeated = await attempt(context, change);
  if (repeated !== undefined) return repeated;
  if (found.held_minor + heldMinor < 0n) throw new Error(`${account} does not hold the amount that the entry takes`);
  if (balanceMinor >= 0n) return 'ACCOUNT_CANNOT_RECEIVE';
  if (found.status !== 'ACTIVE') return 'ACCOUNT_NOT_ACTIVE';
  return found.balance_minor + balanceMinor < 0n ? 'INSUFFICIENT_FUNDS' : 'DAILY_VOLUME_LIMIT_EXCEEDED';
}

function attempt(
  context: PostEntryContext,
  { account, balanceMinor, heldMinor }: NetChange,
): Promise<ChangedAccount | undefined> {
  const { unit, tenant, now } = context;
  const growth = balanceMinor + (heldMinor ?? 0n);
  const change = { tenant, account, now, amount: balanceMinor, largestBefore: largestWireMinor - growth };
  if (heldMinor !== undefined) {
    return unit.first(changeHold, {
      ...change,
      held: heldMinor,
      leastBalance: decreaseOf(balanceMinor),
      leastHeld: decreaseOf(heldMinor),
      statusBeside: balanceMinor < 0n ? 'ACTIVE' : 'FROZEN',
    });
  }
  return balanceMinor >= 0n ? unit.first(credit, change) : debitWithinDay(context, account, -balanceMinor);
}

function decreaseOf(changeMinor: bigint): bigint {
  return changeMinor < 0n ? -changeMinor : 0n;
}

/** `dailyLimit` is the most that may already be sent before this debit. */
async function debitWithinDay(
  { unit, tenant, now, dailyLimitMinor }: PostEntryContext,
  account: string,
  amount: bigint,
): Promise<ChangedAccount | undefined> {
  const change = { tenant, account, amount, now, day: dayOf(now) };
  // Debits that do not count leave the whole limit to those that do.
  if (dailyLimitMinor === undefined) return unit.first(debit, { ...change, counted: 0n, dailyLimit: unlimited });
  // For a currency of almost no value the limit is larger than a column.
  const limitMinor = lesserMinor(dailyLimitMinor, unlimited);
  if (amount > limitMinor) return undefined;
  return unit.first(debit, { ...change, counted: amount, dailyLimit: limitMinor - amount });
}
