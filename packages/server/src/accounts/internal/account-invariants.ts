import { sql } from 'kysely';
import { eventsAreNumbered } from '../../engines/outbox/outbox-invariants.ts';
import { exact, exactSumAs, summed } from '../../ground/database/exact-sums.ts';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';
import { largestWireMinor } from '../../ground/money/money.ts';

/** The invariants of balances. */
export const accountInvariants: readonly Invariant[] = [
  sqlInvariant(
    'balances-equal-postings',
    'The balance of each internal account is the sum of its postings.',
    sql<Breach>`select 'account ' || a.id as breach from internal_accounts a
      left join (select tenant, account, ${exactSumAs('total', sql.ref('amount_minor'))} from ledger_postings group by tenant, account) p
        on p.tenant = a.tenant and p.account = a.id
      where ${exact(sql.ref('a.balance_minor'))} <> ${summed('p.total')} limit 1`,
  ),
  sqlInvariant(
    'holds-equal-postings',
    'The held amount of each internal account is the sum of the postings of its hold.',
    sql<Breach>`select 'account ' || a.id as breach from internal_accounts a
      left join (select tenant, account, ${exactSumAs('total', sql.ref('amount_minor'))} from ledger_postings
        where account like 'held:%' group by tenant, account) p
        on p.tenant = a.tenant and p.account = 'held:' || a.id
      where ${exact(sql.ref('a.held_minor'))} <> ${summed('p.total')} limit 1`,
  ),
  sqlInvariant(
    'balances-not-negative',
    'No internal account has a negative balance or a negative held amount.',
    sql<Breach>`select 'account ' || id as breach from internal_accounts where balance_minor < 0 or held_minor < 0 limit 1`,
  ),
  sqlInvariant(
    'balances-can-be-written',
    'No internal account holds more than the interface can represent exactly.',
    sql<Breach>`select 'account ' || id as breach from internal_accounts where balance_minor + held_minor > ${sql.lit(largestWireMinor)} limit 1`,
  ),
  sqlInvariant(
    'deleted-customers-hold-nothing',
    'A deleted customer has no money and no account that could still receive any.',
    sql<Breach>`select 'account ' || a.id as breach from internal_accounts a
      join customers c on c.tenant = a.tenant and c.id = a.customer_id
      where c.deleted_at is not null and (a.balance_minor <> 0 or a.held_minor <> 0 or a.status = 'ACTIVE') limit 1`,
  ),
  eventsAreNumbered('internal_accounts'),
];
