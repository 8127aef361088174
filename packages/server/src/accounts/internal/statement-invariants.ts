import { sql } from 'kysely';
import { exact, exactSumAs, summed } from '../../ground/database/exact-sums.ts';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';

/** The invariants of statements: no entry is missing and none is invented. */
export const statementInvariants: readonly Invariant[] = [
  sqlInvariant(
    'statements-equal-postings',
    'Each entry of a statement is the sum of its postings to the account, and every posting has its entry.',
    sql<Breach>`select 'entry ' || coalesce(s.entry_id, p.entry_id) || ' of account ' || coalesce(s.account_id, p.account_id) as breach
      from account_entries s
      full join (select tenant, entry_id,
          case when account like 'held:%' then substr(account, 6) else account end as account_id,
          ${exactSumAs('amount', sql`case when account like 'held:%' then 0 else amount_minor end`)},
          ${exactSumAs('held_amount', sql`case when account like 'held:%' then amount_minor else 0 end`)}
        from ledger_postings where account like 'held:%' or account like 'InternalAccount:%'
        group by tenant, entry_id, case when account like 'held:%' then substr(account, 6) else account end) p
        on p.tenant = s.tenant and p.entry_id = s.entry_id and p.account_id = s.account_id
      where s.entry_id is null or p.entry_id is null
        or ${exact(sql.ref('s.amount_minor'))} <> ${summed('p.amount')}
        or ${exact(sql.ref('s.held_amount_minor'))} <> ${summed('p.held_amount')} limit 1`,
  ),
  sqlInvariant(
    'statements-add-up',
    'Each entry of a statement has the balances of the previous entry plus its own amounts, and a higher sequence.',
    sql<Breach>`select 'entry ' || entry_id || ' of account ' || account_id as breach from (
        select entry_id, account_id, sequence, amount_minor, held_amount_minor, balance_minor, held_minor,
          lag(sequence, 1, 0) over earlier as sequence_before,
          lag(balance_minor, 1, 0) over earlier as balance_before,
          lag(held_minor, 1, 0) over earlier as held_before
        from account_entries
        window earlier as (partition by tenant, account_id order by created_at, sequence)
      ) s
      where sequence <= sequence_before or balance_minor <> balance_before + amount_minor
        or held_minor <> held_before + held_amount_minor limit 1`,
  ),
  sqlInvariant(
    'statements-end-in-balances',
    'The last entry of a statement has the balances of its account; an account without entries has none.',
    sql<Breach>`select 'account ' || a.id as breach from internal_accounts a
      left join account_entries s on s.tenant = a.tenant and s.account_id = a.id and s.created_at = a.entered_at
        and s.sequence = (select max(l.sequence) from account_entries l
          where l.tenant = a.tenant and l.account_id = a.id and l.created_at = a.entered_at)
      where a.balance_minor <> coalesce(s.balance_minor, 0) or a.held_minor <> coalesce(s.held_minor, 0) limit 1`,
  ),
];
