import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { LedgerAccount } from './accounts.ts';
import type { EntryKind } from './entry.ts';

interface Sought {
  readonly tenant: number;
  readonly kind: EntryKind;
  readonly subjectId: string;
  readonly account: LedgerAccount;
}

const find = statement<Sought, { line: number }>('findPosting', (db, { tenant, kind, subjectId, account }) =>
  db
    .selectFrom('ledger_postings')
    .innerJoin('ledger_entries', (join) =>
      join
        .onRef('ledger_entries.tenant', '=', 'ledger_postings.tenant')
        .onRef('ledger_entries.id', '=', 'ledger_postings.entry_id'),
    )
    .select('ledger_postings.line')
    .where('ledger_entries.tenant', '=', tenant)
    .where('ledger_entries.kind', '=', kind)
    .where('ledger_entries.subject_id', '=', subjectId)
    .where('ledger_postings.account', '=', account)
    .limit(1),
);

/** Whether an entry of that kind for the subject has a posting on the account. */
export async function wasPosted(unit: Unit, sought: Sought): Promise<boolean> {
  return (await unit.first(find, sought)) !== undefined;
}
