import { sql } from 'kysely';
import { largestWireMinor } from '../ground/money/money.ts';
import { type Breach, type Invariant, sqlInvariant } from './invariant.ts';
import { refundInvariants } from './refund-invariants.ts';

/** Every state after execution has its one debit; a state before it has none. */
const executedStatuses = sql`('PROCESSING', 'COMPLETED')`;

export const sqlInvariants: readonly Invariant[] = [
  sqlInvariant(
    'entries-balance',
    'The postings of each entry sum to zero in each currency.',
    sql<Breach>`select 'entry ' || entry_id || ' in ' || currency as breach from ledger_postings
      group by tenant, entry_id, currency having sum(amount_minor) <> 0 limit 1`,
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
  sqlInvariant(
    'balances-equal-postings',
    'The balance of each internal account is the sum of its postings.',
    sql<Breach>`select 'account ' || a.id as breach from internal_accounts a
      left join (select tenant, account, sum(amount_minor) as total from ledger_postings group by tenant, account) p
        on p.tenant = a.tenant and p.account = a.id
      where a.balance_minor <> coalesce(p.total, 0) limit 1`,
  ),
  sqlInvariant(
    'balances-not-negative',
    'No internal account has a negative balance.',
    sql<Breach>`select 'account ' || id as breach from internal_accounts where balance_minor < 0 limit 1`,
  ),
  sqlInvariant(
    'balances-can-be-written',
    'No internal account holds more than the interface can write exactly.',
    sql<Breach>`select 'account ' || id as breach from internal_accounts where balance_minor > ${sql.lit(largestWireMinor)} limit 1`,
  ),
  sqlInvariant(
    'one-debit-per-payment',
    'A payment that is processing or completed was debited once.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      where t.status in ${executedStatuses}
        and (select count(*) from ledger_entries e where e.tenant = t.tenant and e.subject_id = t.id and e.kind = 'DEBIT') <> 1 limit 1`,
  ),
  sqlInvariant(
    'no-debit-before-execution',
    'A payment that was not executed was not debited.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      join ledger_entries e on e.tenant = t.tenant and e.subject_id = t.id and e.kind = 'DEBIT'
      where t.status in ('PENDING', 'PENDING_AUTHORIZATION', 'EXPIRED') or t.failure_reason in ('QUOTE_EXPIRED', 'SCA_NOT_COMPLETED') limit 1`,
  ),
  sqlInvariant(
    'completed-payments-are-settled',
    'A completed payment has its settlement, or its delivery after a cancellation.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      where t.status = 'COMPLETED' and not exists (
        select 1 from ledger_entries e where e.tenant = t.tenant and e.subject_id = t.id and e.kind in ('SETTLE', 'LATE_DELIVERY')) limit 1`,
  ),
  sqlInvariant(
    'deleted-customers-hold-nothing',
    'A deleted customer has no money, and no account that could still take any.',
    sql<Breach>`select 'account ' || a.id as breach from internal_accounts a
      join customers c on c.tenant = a.tenant and c.id = a.customer_id
      where c.deleted_at is not null and (a.balance_minor <> 0 or a.status = 'ACTIVE') limit 1`,
  ),
  ...refundInvariants,
  sqlInvariant(
    'refunds-never-exceed',
    'No payment gives back to its source more than it took from it.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      join ledger_entries e on e.tenant = t.tenant and e.subject_id = t.id
      join ledger_postings p on p.tenant = e.tenant and p.entry_id = e.id and p.account = t.source_account_id
      group by t.tenant, t.id having sum(p.amount_minor) > 0 limit 1`,
  ),
  sqlInvariant(
    'quotes-follow-transactions',
    'A quote and its transaction agree on whether the payment was executed, expired or is open.',
    sql<Breach>`select 'quote ' || q.id as breach from quotes q
      join transactions t on t.tenant = q.tenant and t.id = q.transaction_id
      where (q.status = 'PENDING' and t.status <> 'PENDING')
         or (q.status = 'PENDING_AUTHORIZATION' and t.status not in ('PENDING', 'PENDING_AUTHORIZATION'))
         or (q.status = 'EXPIRED' and not (t.status = 'EXPIRED' or t.failure_reason = 'QUOTE_EXPIRED'))
         or (q.status = 'PROCESSING' and t.status <> 'PROCESSING' and not (t.funding = 'COLLECTION' and t.status = 'PENDING'))
         or (q.status = 'COMPLETED' and t.status not in ('COMPLETED', 'FAILED'))
         or (q.status = 'FAILED' and t.status <> 'FAILED') limit 1`,
  ),
  sqlInvariant(
    'authorizations-are-asked-for',
    'A quote waits for its customer exactly while it has an open challenge.',
    sql<Breach>`select 'quote ' || q.id as breach from quotes q
      left join sca_challenges c on c.tenant = q.tenant and c.kind = 'QUOTE' and c.subject_id = q.id and c.status = 'OPEN'
      where (q.status = 'PENDING_AUTHORIZATION') <> (c.id is not null) limit 1`,
  ),
  ...(['transactions', 'internal_accounts', 'external_accounts', 'customers'] as const).map((table) =>
    sqlInvariant(
      `events-of-${table.replace('_', '-')}`,
      `Every state change of ${table.replace('_', ' ')} has one event, numbered from 1 without a gap.`,
      sql<Breach>`select r.id || ' counts ' || r.sequence || ' events' as breach from ${sql.table(table)} r
        left join (select tenant, resource_id, count(*) as n, count(distinct sequence) as d, max(sequence) as last from events group by tenant, resource_id) e
          on e.tenant = r.tenant and e.resource_id = r.id
        where r.sequence <> coalesce(e.n, 0) or r.sequence <> coalesce(e.d, 0) or r.sequence <> coalesce(e.last, 0) limit 1`,
    ),
  ),
  sqlInvariant(
    'events-have-deliveries',
    'Every event has one delivery.',
    sql<Breach>`select 'event ' || e.id as breach from events e
      left join deliveries d on d.tenant = e.tenant and d.event_id = e.id where d.event_id is null limit 1`,
  ),
];
