import { currencies } from '@payments-platform/types';
import { type RawBuilder, sql } from 'kysely';
import { eventsAreNumbered } from '../../engines/outbox/outbox-invariants.ts';
import { exact, exactSumAs, summed } from '../../ground/database/exact-sums.ts';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';
import { isCurrencyCode, minorPerMajor } from '../../ground/money/currency.ts';

function minorPerMajorOf(column: string): RawBuilder<bigint> {
  const cases = Object.keys(currencies)
    .filter(isCurrencyCode)
    .map((code) => sql`when ${sql.lit(code)} then ${sql.lit(minorPerMajor(code))}`);
  return sql`(case ${sql.ref(column)} ${sql.join(cases, sql` `)} end)`;
}

/** How many units of the account's currency one unit of a transaction `t` is. */
const units = sql`(${minorPerMajorOf('t.account_currency')} / ${minorPerMajorOf('t.currency')})`;

/** An amount of a transaction `t`, in units of its account's currency. */
function inUnits(amount: RawBuilder<unknown>): RawBuilder<unknown> {
  return exact(sql`(${amount}) * ${units}`);
}

/** The sums of the steps of each transaction: debited from the account, held on it, and paid to the card network. */
const moved = sql`(select s.tenant, s.card_transaction_id,
    ${exactSumAs('taken', sql`case when p.account like 'InternalAccount:%' or p.account like 'service:refunds:%' then -p.amount_minor else 0 end`)},
    ${exactSumAs('held', sql`case when p.account like 'held:%' then p.amount_minor else 0 end`)},
    ${exactSumAs('paid', sql`case when p.account like 'service:card-network:%' then p.amount_minor else 0 end`)}
  from card_steps s
  join ledger_entries e on e.tenant = s.tenant and e.subject_id = s.id
  join ledger_postings p on p.tenant = e.tenant and p.entry_id = e.id
  group by s.tenant, s.card_transaction_id)`;

/**
 * The steps that settle, and the one that refunds. A step that is only counted on the purchase belongs to its refund.
 */
const settling = sql`('CLEARING', 'FINANCIAL_AUTHORIZATION', 'FINANCIAL_CREDIT_AUTHORIZATION', 'RETURN')`;

/** The invariants of card transactions, their pulls and their money. */
export const cardTransactionInvariants: readonly Invariant[] = [
  sqlInvariant(
    'card-money-is-in-the-ledger',
    'The debited, held and settled amounts of a card transaction are what its steps moved.',
    sql<Breach>`select 'card transaction ' || t.id as breach from card_transactions t
      left join ${moved} m on m.tenant = t.tenant and m.card_transaction_id = t.id
      where ${inUnits(sql.ref('t.taken_minor'))} <> ${summed('m.taken')} or ${inUnits(sql.ref('t.held_minor'))} <> ${summed('m.held')}
        or ${inUnits(sql`case t.direction when 'DEBIT' then t.settled_minor else -t.settled_minor end`)} <> ${summed('m.paid')} limit 1`,
  ),
  sqlInvariant(
    'holds-are-open-authorizations',
    'The held amount of an account is the sum of the holds of its open authorizations.',
    sql<Breach>`select 'account ' || a.id as breach from internal_accounts a
      left join (select t.tenant, t.account_id, ${exactSumAs('held', sql`t.held_minor * ${units}`)} from card_transactions t
        where t.held_minor <> 0 group by t.tenant, t.account_id) h on h.tenant = a.tenant and h.account_id = a.id
      where ${exact(sql.ref('a.held_minor'))} <> ${summed('h.held')} limit 1`,
  ),
  sqlInvariant(
    'ended-card-transactions-hold-nothing',
    'A card transaction that is settled, declined or an exception holds nothing.',
    sql<Breach>`select 'card transaction ' || id as breach from card_transactions
      where held_minor <> 0 and status not in ('AUTHORIZED', 'PARTIALLY_SETTLED') limit 1`,
  ),
  sqlInvariant(
    'unpaid-purchases-are-exceptions',
    'A purchase whose merchant was paid more than was debited is an exception.',
    sql<Breach>`select 'card transaction ' || id as breach from card_transactions
      where direction = 'DEBIT' and status <> 'EXCEPTION' and settled_minor > taken_minor - held_minor limit 1`,
  ),
  sqlInvariant(
    'settlements-are-what-was-told',
    'The settled amount of a card transaction is the sum of its messages, each counted once.',
    sql<Breach>`select 'card transaction ' || t.id as breach from card_transactions t
      left join (select s.tenant, s.card_transaction_id,
          ${exactSumAs('amount', sql`case when s.kind = 'RETURN_REVERSAL' then -s.amount_minor else s.amount_minor end`)},
          sum(case when s.kind <> 'RETURN_REVERSAL' and s.amount_minor > 0 then 1 else 0 end) as n
        from card_steps s where (s.kind in ${settling} or s.kind = 'RETURN_REVERSAL') and s.id not like '%/purchase'
        group by s.tenant, s.card_transaction_id) s on s.tenant = t.tenant and s.card_transaction_id = t.id
      where t.status <> 'DECLINED' and (${exact(sql.ref('t.settled_minor'))} <> ${summed('s.amount')} or t.settlement_count <> coalesce(s.n, 0)) limit 1`,
  ),
  sqlInvariant(
    'declines-move-nothing',
    'A declined card transaction has moved no money and has a reason, and no other transaction has a reason.',
    sql<Breach>`select 'card transaction ' || id as breach from card_transactions
      where (status = 'DECLINED') <> (decline_reason is not null)
        or (status = 'DECLINED' and (taken_minor <> 0 or settled_minor <> 0 or pull_count <> 0)) limit 1`,
  ),
  sqlInvariant(
    'returns-never-exceed',
    'No purchase is refunded more than was settled, and its refunds are separate rows with their amounts.',
    sql<Breach>`select 'card transaction ' || t.id as breach from card_transactions t
      left join (select tenant, original_transaction_id as id, ${exactSumAs('amount', sql.ref('settled_minor'))}, count(*) as n from card_transactions
        where original_transaction_id is not null group by tenant, original_transaction_id) r on r.tenant = t.tenant and r.id = t.id
      where t.refunded_minor > t.settled_minor or ${exact(sql.ref('t.refunded_minor'))} <> ${summed('r.amount')} or t.refund_count <> coalesce(r.n, 0)
      union all
      select 'refund ' || r.id from card_transactions r
      left join card_transactions t on t.tenant = r.tenant and t.id = r.original_transaction_id
      where r.original_transaction_id is not null
        and (t.id is null or t.direction <> 'DEBIT' or r.direction <> 'CREDIT' or t.card_id <> r.card_id or t.account_id <> r.account_id) limit 1`,
  ),
  sqlInvariant(
    'customers-get-what-they-paid',
    'No customer is refunded more of a purchase than they have paid of it.',
    sql<Breach>`select 'card transaction ' || t.id as breach from card_transactions t
      left join (select tenant, original_transaction_id as id, ${exactSumAs('taken', sql.ref('taken_minor'))} from card_transactions
        where original_transaction_id is not null group by tenant, original_transaction_id) r on r.tenant = t.tenant and r.id = t.id
      where t.refund_count > 0 and ${exact(sql`t.held_minor - t.taken_minor`)} > ${summed('r.taken')} limit 1`,
  ),
  sqlInvariant(
    'pulls-are-counted',
    'A card transaction has the right counts of its pulls and of its pending pulls, and the sum of all pulls that did not fail.',
    sql<Breach>`select 'card transaction ' || t.id as breach from card_transactions t
      left join (select tenant, card_transaction_id, count(*) as n, sum(case when status = 'PENDING' then 1 else 0 end) as pending,
          ${exactSumAs('pulled', sql`case when status = 'FAILED' then 0 else amount_minor end`)}
        from card_pulls group by tenant, card_transaction_id) p on p.tenant = t.tenant and p.card_transaction_id = t.id
      where t.pull_count <> coalesce(p.n, 0) or t.pending_pull_count <> coalesce(p.pending, 0) or ${exact(sql.ref('t.pulled_minor'))} <> ${summed('p.pulled')} limit 1`,
  ),
  sqlInvariant(
    'card-transactions-are-due',
    'An open authorization has a timer for its expiry, and a pending pull has a timer for its next poll.',
    sql<Breach>`select 'card transaction ' || t.id as breach from card_transactions t
      where t.status in ('AUTHORIZED', 'PARTIALLY_SETTLED') and not exists (select 1 from timers
        where timers.tenant = t.tenant and timers.kind = 'card_authorizations' and timers.id = t.id)
      union all
      select 'pull ' || p.id from card_pulls p where p.status = 'PENDING' and not exists (select 1 from timers
        where timers.tenant = p.tenant and timers.kind = 'card_pulls' and timers.id = p.id) limit 1`,
  ),
  sqlInvariant(
    'card-events-say-the-status',
    'The last event of a card transaction is that of its status.',
    sql<Breach>`select 'card transaction ' || t.id as breach from card_transactions t
      join deliveries d on d.tenant = t.tenant and d.resource_id = t.id and d.sequence = t.sequence
      where d.type <> 'CARD_TRANSACTION.' || t.status limit 1`,
  ),
  eventsAreNumbered('card_transactions'),
];
