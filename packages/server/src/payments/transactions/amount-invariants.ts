import { sql } from 'kysely';
import { exact, exactSum, exactSumAs, summed, zero } from '../../ground/database/exact-sums.ts';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';
import { leftOn } from './refund-invariants.ts';

/** Whether the source or the destination of a transaction `t` is an account of the platform, as its fee account is. */
const isWithPlatform = sql`exists (select 1 from internal_accounts o where o.tenant = t.tenant
  and o.customer_id is null and o.id in (t.source_account_id, t.destination_account_id))`;

/** What each payment has left of its platform fee: held by the service, and wherever it is, claims on the platform included. */
const platformFees = sql`(select f.tenant, f.id,
    ${exactSumAs('held', sql`case when p.account like 'service:platform-fees:%' then p.amount_minor else 0 end`)},
    ${exactSumAs('whole', sql.ref('p.amount_minor'))}
  from transactions f
  join ledger_entries e on e.tenant = f.tenant and e.subject_id = f.id
  join ledger_postings p on p.tenant = e.tenant and p.entry_id = e.id
  left join internal_accounts a on a.tenant = p.tenant and a.id = p.account
  where f.platform_fees_minor > 0 and (p.account like 'service:platform-fees:%'
    or p.account like 'service:fee-claims:%' or (a.id is not null and a.customer_id is null))
  group by f.tenant, f.id)`;

/** What must hold of the amounts that a payment takes and gives, and of the fees in between. */
export const amountInvariants: readonly Invariant[] = [
  sqlInvariant(
    'debits-are-the-sending-amount',
    'The debit of a payment takes exactly its sending amount, fees included, from its payer.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      join ledger_entries e on e.tenant = t.tenant and e.subject_id = t.id and e.kind = 'DEBIT'
      left join ledger_postings p on p.tenant = e.tenant and p.entry_id = e.id
        and p.account = case t.funding when 'BALANCE' then t.source_account_id else 'service:world:' || t.sent_currency end
      group by t.tenant, t.id, t.sent_minor
      having ${exactSum(sql`-coalesce(p.amount_minor, 0)`)} <> ${exact(sql.ref('t.sent_minor'))} limit 1`,
  ),
  sqlInvariant(
    'settlements-reach-the-payee',
    'The settlement of a payment credits what it receives to its payee.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      join ledger_entries e on e.tenant = t.tenant and e.subject_id = t.id and e.kind = 'SETTLE'
      left join ledger_postings p on p.tenant = e.tenant and p.entry_id = e.id and p.account = case
        when t.destination_account_id like 'InternalAccount:%' then t.destination_account_id else 'service:world:' || t.received_currency end
      group by t.tenant, t.id, t.received_minor
      having ${exactSum(sql`coalesce(p.amount_minor, 0)`)} < ${exact(sql.ref('t.received_minor'))} limit 1`,
  ),
  sqlInvariant(
    'late-deliveries-are-lost-once',
    // Releases before the halves of a payment were told apart booked the loss on both, so the incoming half is left out.
    'A payment that is delivered after its refund costs the service what the payee receives.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      join ledger_entries e on e.tenant = t.tenant and e.subject_id = t.id and e.kind = 'LATE_DELIVERY'
      left join ledger_postings p on p.tenant = e.tenant and p.entry_id = e.id and p.account = 'service:losses:' || t.received_currency
      left join uma_payments u on u.tenant = t.tenant and u.transaction_id = t.id
      where not (t.type = 'INCOMING' and u.peer_transaction_id is not null)
      group by t.tenant, t.id, t.received_minor
      having ${exactSum(sql`-coalesce(p.amount_minor, 0)`)} <> ${exact(sql.ref('t.received_minor'))} limit 1`,
  ),
  sqlInvariant(
    'service-fees-are-kept-once',
    'The service keeps its fee of a payment that is not refunded, and nothing of one that is.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      ${leftOn('fees')}
      where ${summed('d.rest')} <>
        ${exact(sql`case when t.refund_id is null then t.fees_minor - t.platform_fees_minor else 0 end`)} limit 1`,
  ),
  sqlInvariant(
    'platform-fees-are-paid-once',
    'The platform fee of a payment is held or has been paid to the platform, once. If the payment is refunded, the platform has given it back or owes it.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      join ${platformFees} d on d.tenant = t.tenant and d.id = t.id
      where (${summed('d.held')} < ${zero} or (not ${isWithPlatform}
          and ${summed('d.whole')} <> ${exact(sql`case when t.refund_id is null then t.platform_fees_minor else 0 end`)}))
        and not exists (select 1 from fees_advanced_before b where b.tenant = t.tenant and b.transaction_id = t.id) limit 1`,
  ),
];
