import type { Selectable } from 'kysely';
import type { Instant } from '../clock/instant.ts';
import type { Schema } from '../database/schema.ts';
import { statement } from '../database/statement.ts';
import type { Unit } from '../database/unit.ts';
import type { Ids } from '../ids/ids.ts';
import { isInternalAccount } from './accounts.ts';
import type { Entry } from './entry.ts';

/** An internal account after an entry changed its balance. */
export type ChangedAccount = Selectable<Schema['internal_accounts']>;

export type PostingRefusal = 'INSUFFICIENT_FUNDS' | 'ACCOUNT_NOT_ACTIVE';

interface Change {
  readonly tenant: number;
  readonly account: string;
  readonly amount: bigint;
  readonly now: Instant;
}

const credit = statement<Change, ChangedAccount>('creditAccount', (db, change) =>
  db
    .updateTable('internal_accounts')
    .set((row) => ({
      balance_minor: row('balance_minor', '+', change.amount),
      sequence: row('sequence', '+', 1),
      updated_at: change.now,
    }))
    .where('tenant', '=', change.tenant)
    .where('id', '=', change.account)
    .returningAll(),
);

/** Checks and debits in one statement, so that no other unit can come between. */
const debit = statement<Change, ChangedAccount>('debitAccount', (db, change) =>
  db
    .updateTable('internal_accounts')
    .set((row) => ({
      balance_minor: row('balance_minor', '-', change.amount),
      sequence: row('sequence', '+', 1),
      updated_at: change.now,
    }))
    .where('tenant', '=', change.tenant)
    .where('id', '=', change.account)
    .where('status', '=', 'ACTIVE')
    .where('balance_minor', '>=', change.amount)
    .returningAll(),
);

const findStatus = statement<{ tenant: number; account: string }, { status: string }>(
  'findAccountStatus',
  (db, { tenant, account }) =>
    db.selectFrom('internal_accounts').select('status').where('tenant', '=', tenant).where('id', '=', account),
);

export interface PostEntryContext {
  readonly unit: Unit;
  readonly tenant: number;
  readonly ids: Ids;
  readonly now: Instant;
}

/**
 * Writes the entry and its effect on balances in the caller's unit. Answers the changed accounts, or
 * why a debit is refused; a caller that is refused must let its unit roll back.
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
function netChanges(entry: Entry): [account: string, amountMinor: bigint][] {
  const net = new Map<string, bigint>();
  for (const { account, amountMinor } of entry.postings) {
    if (isInternalAccount(account)) net.set(account, (net.get(account) ?? 0n) + amountMinor);
  }
  return [...net].sort(([a], [b]) => (a < b ? -1 : 1));
}

async function changeBalance(
  { unit, tenant, now }: PostEntryContext,
  account: string,
  amountMinor: bigint,
): Promise<ChangedAccount | PostingRefusal> {
  const row =
    amountMinor >= 0n
      ? await unit.first(credit, { tenant, account, amount: amountMinor, now })
      : await unit.first(debit, { tenant, account, amount: -amountMinor, now });
  if (row !== undefined) return row;
  const status = (await unit.first(findStatus, { tenant, account }))?.status;
  if (status === undefined) throw new Error(`the ledger has no account ${account}`);
  return status === 'ACTIVE' ? 'INSUFFICIENT_FUNDS' : 'ACCOUNT_NOT_ACTIVE';
}
