import type { TestServer } from './test-server.ts';

/** The postings of a transaction, entry by entry: kind, account, amount. */
export async function ledgerOf(server: TestServer, subjectId: string): Promise<[string, string, bigint][]> {
  const rows = await server.deps.database.read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('ledger_entries')
        .innerJoin('ledger_postings', 'ledger_postings.entry_id', 'ledger_entries.id')
        .select(['ledger_entries.kind', 'ledger_postings.account', 'ledger_postings.amount_minor'])
        .where('ledger_entries.tenant', '=', server.tenant)
        .where('ledger_entries.subject_id', '=', subjectId)
        .orderBy('ledger_entries.id')
        .orderBy('ledger_postings.line'),
    ),
  );
  return rows.map(({ kind, account, amount_minor }) => [kind, account, amount_minor]);
}

/** The balances of all accounts of the ledger, without those at zero. */
export async function totalsOf(server: TestServer): Promise<Record<string, bigint>> {
  const rows = await server.deps.database.read((unit) =>
    unit.select((db) =>
      db.selectFrom('ledger_postings').select(['account', 'amount_minor']).where('tenant', '=', server.tenant),
    ),
  );
  const totals: Record<string, bigint> = {};
  for (const { account, amount_minor } of rows) totals[account] = (totals[account] ?? 0n) + amount_minor;
  return Object.fromEntries(Object.entries(totals).filter(([, total]) => total !== 0n));
}
