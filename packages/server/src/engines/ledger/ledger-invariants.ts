import { sql } from 'kysely';
import { exactSum, zero } from '../../ground/database/exact-sums.ts';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';

/** Invariants of all entries and postings, independent of their subject. */
export const ledgerInvariants: readonly Invariant[] = [
  sqlInvariant(
    'entries-balance',
    'The postings of each entry sum to zero in each currency.',
    sql<Breach>`select 'entry ' || entry_id || ' in ' || currency as breach from ledger_postings
      group by tenant, entry_id, currency having ${exactSum(sql.ref('amount_minor'))} <> ${zero} limit 1`,
  ),
  sqlInvariant(
    'postings-have-entries',
    'Every posting belongs to an entry and every entry has postings.',
    sql<Breach>`select 'posting of ' || p.entry_id as breach from ledger_postings p
      left join ledger_entries e on e.tenant = p.tenant and e.id = p.entry_id where e.id is null
      union all
      select 'entry ' || e.id from ledger_entries e
      where not exists (select 1 from ledger_postings p where p.tenant = e.tenant and p.entry_id = e.id) limit 1`,
  ),
];
