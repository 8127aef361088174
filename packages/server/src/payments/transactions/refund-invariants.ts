import { sql } from 'kysely';
import type { ServicePurpose } from '../../engines/ledger/accounts.ts';
import { exact, exactSumAs, summed, zero } from '../../ground/database/exact-sums.ts';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';

/** The amount that a payment took in: the requested amount, unless another amount was paid in. */
const takenMinor = sql`coalesce((select f.funded_minor from realtime_fundings f
  where f.tenant = t.tenant and f.transaction_id = t.id), t.sent_minor)`;

/** A transaction `t` with its refund `r`, if it has one. */
const withRefund = sql`left join refunds r on r.tenant = t.tenant and r.id = t.refund_id`;

/** The postings of a transaction `t`, with the kind of their entry. */
const itsPostings = sql`from ledger_entries e join ledger_postings p on p.tenant = e.tenant and p.entry_id = e.id
  where e.tenant = t.tenant and e.subject_id = t.id`;

/** What the entries of a transaction `t` have left on an account of the service: `d.rest`, if they have a posting on it. */
export function leftOn(purpose: ServicePurpose) {
  return sql`join (select e.tenant, e.subject_id, ${exactSumAs('rest', sql.ref('p.amount_minor'))} from ledger_entries e
      join ledger_postings p on p.tenant = e.tenant and p.entry_id = e.id
      where p.account like ${sql.lit(`service:${purpose}:%`)} group by e.tenant, e.subject_id) d
    on d.tenant = t.tenant and d.subject_id = t.id`;
}

/** The total that the entries of a kind of transaction `t` have credited. */
function creditedBy(kind: 'DEPOSIT' | 'REFUND_SETTLE') {
  return sql`(select ${exactSumAs('credited', sql.ref('p.amount_minor'))} ${itsPostings}
    and e.kind = ${sql.lit(kind)} and p.amount_minor > 0)`;
}

/** Where the money of failed, returned, cancelled and misfunded payments goes. */
export const refundInvariants: readonly Invariant[] = [
  sqlInvariant(
    'refunds-are-the-debit',
    'A completed refund pays back what was taken in, once; an unfinished one has paid back nothing.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      ${withRefund}
      where r.id is not null
        and ${exact(sql`case when r.status = 'COMPLETED' then ${takenMinor} else 0 end`)} <> ${creditedBy('REFUND_SETTLE')} limit 1`,
  ),
  sqlInvariant(
    'refunds-go-where-they-belong',
    'Money from a balance is refunded to that balance, crypto to an internal account, money from a bank outside.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      join ledger_entries e on e.tenant = t.tenant and e.subject_id = t.id and e.kind = 'REFUND_SETTLE'
      join ledger_postings p on p.tenant = e.tenant and p.entry_id = e.id and p.amount_minor > 0
      where (t.funding = 'BALANCE' and p.account <> t.source_account_id)
         or (t.funding = 'CHAIN_DEPOSIT' and p.account not like 'InternalAccount:%')
         or (t.funding in ('BANK_DEPOSIT', 'COLLECTION') and p.account <> 'service:world:' || t.sent_currency) limit 1`,
  ),
  sqlInvariant(
    'debts-are-paid-once',
    'What is owed back for a payment is never negative, and nothing once its refund is completed.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      ${leftOn('refunds')}
      ${withRefund}
      where ${summed('d.rest')} < ${zero} or (r.status = 'COMPLETED' and ${summed('d.rest')} <> ${zero}) limit 1`,
  ),
  sqlInvariant(
    'spent-fees-come-back-first',
    'A returned payment is refunded after the platform has given back its fee, never by a fee that the service lacks.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      ${leftOn('fee-claims')}
      ${withRefund}
      where ${summed('d.rest')} > ${zero} or (r.status = 'COMPLETED' and ${summed('d.rest')} <> ${zero}) limit 1`,
  ),
  sqlInvariant(
    'nothing-stays-in-transit',
    'A payment that has ended, or is being refunded, has nothing in transit.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      ${leftOn('transit')}
      where ${summed('d.rest')} <> ${zero} and (t.status in ('COMPLETED', 'FAILED', 'EXPIRED') or t.refund_id is not null) limit 1`,
  ),
  sqlInvariant(
    'cancelled-payments-end',
    'When the refund of a payment has ended, the payment has ended too, or the rail is still to be polled for it.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      ${withRefund}
      where r.status in ('COMPLETED', 'FAILED') and t.status = 'PROCESSING' and not exists (
        select 1 from timers where timers.tenant = t.tenant and timers.kind = 'transactions' and timers.id = t.id
      ) limit 1`,
  ),
  sqlInvariant(
    'deposits-are-what-was-asked',
    'Money that was paid in starts its payment when it is exactly the requested amount, and is owed back otherwise.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      left join realtime_fundings f on f.tenant = t.tenant and f.transaction_id = t.id
      where t.quote_id is not null and t.funding in ('BANK_DEPOSIT', 'CHAIN_DEPOSIT') and (
        (f.funded_minor is null and exists (select 1 ${itsPostings}))
        or (f.funded_minor <> t.sent_minor and exists (select 1 ${itsPostings} and e.kind = 'DEBIT'))
        or (f.funded_minor is not null
          and (select count(distinct e.id) ${itsPostings} and e.kind in ('DEBIT', 'DEPOSIT')) <> 1)
        or (exists (select 1 ${itsPostings} and e.kind = 'DEPOSIT')
          and ${exact(sql.ref('f.funded_minor'))} <> ${creditedBy('DEPOSIT')})) limit 1`,
  ),
  sqlInvariant(
    'refunds-belong-to-transactions',
    'Each refund has the transaction that names it, and each transaction that names a refund has it.',
    sql<Breach>`select 'refund ' || r.id as breach from refunds r
      left join transactions t on t.tenant = r.tenant and t.id = r.transaction_id and t.refund_id = r.id where t.id is null
      union all
      select 'transaction ' || t.id from transactions t
      left join refunds r on r.tenant = t.tenant and r.id = t.refund_id
      where t.refund_id is not null and r.id is null limit 1`,
  ),
];
