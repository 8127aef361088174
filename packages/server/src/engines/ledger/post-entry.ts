import type { Selectable } from 'kysely';
import { dayOf, type Instant } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Ids } from '../../ground/ids/ids.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import { isInternalAccount } from './accounts.ts';
import type { Entry } from './entry.ts';

/** An internal account after an entry changed its balance. */
export type ChangedAccount = Selectable<Schema['internal_accounts']>;

/** Why money cannot be taken from an account. */
export type DebitRefusal = 'INSUFFICIENT_FUNDS' | 'ACCOUNT_NOT_ACTIVE' | 'DAILY_VOLUME_LIMIT_EXCEEDED';
export type PostingRefusal = DebitRefusal | 'ACCOUNT_CANNOT_RECEIVE';

interface Change {
  readonly tenant: number;
  readonly account: string;
  readonly amount: bigint;
  readonly now: Instant;
}

interface Credit extends Change {
  /** The balance that still leaves room for the amount. */
  readonly largestBefore: bigint;
}

/** A closed account takes nothing, and no balance grows beyond what the interface can write. */
const credit = statement<Credit, ChangedAccount>('creditAccount', (db, change) =>
  db
    .updateTable('internal_accounts')
    .set((row) => ({
      balance_minor: row('balance_minor', '+', change.amount),
      sequence: row('sequence', '+', 1),
      updated_at: change.now,
    }))
    .where('tenant', '=', change.tenant)
    .where('id', '=', change.account)
    .where('status', '<>', 'CLOSED')
    .where('balance_minor', '<=', change.largestBefore)
    .returningAll(),
);

interface Debit extends Change {
  /** The UTC day, e.g. `2025-01-01`. */
  readonly day: string;
  /** The most that may leave the account on that day. */
  readonly dailyLimit: bigint;
}

/** Checks and debits in one statement, so that no other unit can come between. */
const debit = statement<Debit, ChangedAccount>('debitAccount', (db, change) =>
  db
    .updateTable('internal_accounts')
    .set((row) => ({
      balance_minor: row('balance_minor', '-', change.amount),
      sent_minor: row
        .case()
        .when('sent_on', '=', change.day)
        .then(row('sent_minor', '+', change.amount))
        .else(change.amount)
        .end(),
      sent_on: change.day,
      sequence: row('sequence', '+', 1),
      updated_at: change.now,
    }))
    .where('tenant', '=', change.tenant)
    .where('id', '=', change.account)
    .where('status', '=', 'ACTIVE')
    .where('balance_minor', '>=', change.amount)
    .where(({ or, and, eb }) =>
      or([
        and([eb('sent_on', '=', change.day), eb('sent_minor', '<=', eb.val(change.dailyLimit))]),
        eb('sent_on', 'is', null),
        eb('sent_on', '<>', change.day),
      ]),
    )
    .returningAll(),
);

const findAccount = statement<{ tenant: number; account: string }, Pick<ChangedAccount, 'status' | 'balance_minor'>>(
  'findDebitedAccount',
  (db, { tenant, account }) =>
    db
      .selectFrom('internal_accounts')
      .select(['status', 'balance_minor'])
      .where('tenant', '=', tenant)
      .where('id', '=', account),
);

export interface PostEntryContext {
  readonly unit: Unit;
  readonly tenant: number;
  readonly ids: Ids;
  readonly now: Instant;
  /** The most that payments may take from an account in one UTC day; left out where none is counted. */
  readonly dailyLimitMinor?: bigint;
}

/** No sum of real money comes near it, and it is what a column can hold. */
const unlimited = 2n ** 63n - 1n;

/**
 * Writes the entry and its effect on balances in the caller's unit. Returns the changed accounts, or
 * why one of them is refused; a caller that is refused must let its unit roll back.
 */
export async function postEntry(context: PostEntryContext, entry: Entry): Promise<ChangedAccount[] | PostingRefusal> {
  const changed: ChangedAccount[] = [];
  for (const [account, amountMinor] of netChanges(entry)) {
    const outcome = await changeBalance(context, account, amountMinor);
    if (typeof outcome === 'string') return outcome;
    changed.push(outcome);
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
  return changed;
}

/** One change per internal account, in the order of ids, so that two entries never wait on each other in a circle. */
export function netChanges(entry: Entry): [account: string, amountMinor: bigint][] {
  const net = new Map<string, bigint>();
  for (const { account, amountMinor } of entry.postings) {
    if (isInternalAccount(account)) net.set(account, (net.get(account) ?? 0n) + amountMinor);
  }
  return [...net].sort(([a], [b]) => (a < b ? -1 : 1));
}

async function changeBalance(
  context: PostEntryContext,
  account: string,
  amountMinor: bigint,
): Promise<ChangedAccount | PostingRefusal> {
  const { unit, tenant, now } = context;
  const amount = amountMinor < 0n ? -amountMinor : amountMinor;
  const row =
    amountMinor >= 0n
      ? await unit.first(credit, { tenant, account, amount, now, largestBefore: largestWireMinor - amount })
      : await debitWithinDay(context, account, amount);
  if (row !== undefined) return row;
  const found = await unit.first(findAccount, { tenant, account });
  if (found === undefined) throw new Error(`the ledger has no account ${account}`);
  if (amountMinor >= 0n) return 'ACCOUNT_CANNOT_RECEIVE';
  if (found.status !== 'ACTIVE') return 'ACCOUNT_NOT_ACTIVE';
  return found.balance_minor < amount ? 'INSUFFICIENT_FUNDS' : 'DAILY_VOLUME_LIMIT_EXCEEDED';
}

/** What the day has left is what the sum before this debit must not exceed. */
async function debitWithinDay(
  { unit, tenant, now, dailyLimitMinor = unlimited }: PostEntryContext,
  account: string,
  amount: bigint,
): Promise<ChangedAccount | undefined> {
  if (amount > dailyLimitMinor) return undefined;
  return unit.first(debit, { tenant, account, amount, now, day: dayOf(now), dailyLimit: dailyLimitMinor - amount });
}
