import { sql } from 'kysely';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';

/** Something is still due on the transaction with this id. */
const isDue = (tenant: string, id: string) =>
  sql`exists (select 1 from timers d where d.tenant = ${sql.ref(tenant)} and d.kind = 'transactions'
    and d.id = ${sql.ref(id)})`;

/** What must hold of incoming payments from UMA addresses. */
export const umaPaymentInvariants: readonly Invariant[] = [
  sqlInvariant(
    'both-halves-end-alike',
    'When a payment between two customers is over, both halves have arrived or both have failed.',
    sql<Breach>`select 'transaction ' || t.id as breach from uma_payments u
      join transactions t on t.tenant = u.tenant and t.id = u.transaction_id
      join transactions o on o.tenant = u.tenant and o.id = u.peer_transaction_id
      where t.type = 'INCOMING' and t.status <> o.status
        and not ${isDue('t.tenant', 't.id')} and not ${isDue('o.tenant', 'o.id')} limit 1`,
  ),
  sqlInvariant(
    'returns-reach-somebody',
    'A UMA payment of another provider that a bank returned is credited to the customer only.',
    sql<Breach>`select 'transaction ' || t.id as breach from uma_payments u
      join transactions t on t.tenant = u.tenant and t.id = u.transaction_id
      join ledger_entries e on e.tenant = t.tenant and e.subject_id = t.id and e.kind = 'REFUND_SETTLE'
      join ledger_postings p on p.tenant = e.tenant and p.entry_id = e.id and p.amount_minor > 0
      left join internal_accounts a on a.tenant = p.tenant and a.id = p.account and a.customer_id = t.customer_id
      where t.type = 'INCOMING' and u.peer_transaction_id is null and a.id is null
        and (p.account <> 'service:world:' || t.sent_currency or exists (select 1 from ledger_entries r
          where r.tenant = t.tenant and r.subject_id = t.id and r.kind = 'RETURN')) limit 1`,
  ),
];
