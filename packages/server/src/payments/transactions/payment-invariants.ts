import { sql } from 'kysely';
import { eventsAreNumbered } from '../../engines/outbox/outbox-invariants.ts';
import { exactSum, zero } from '../../ground/database/exact-sums.ts';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';
import { amountInvariants } from './amount-invariants.ts';
import { conversionInvariant } from './conversion-invariant.ts';
import { eventPaths } from './event-paths.ts';
import { refundInvariants } from './refund-invariants.ts';
import { umaPaymentInvariants } from './uma-payment-invariants.ts';

/** Each of these states has exactly one debit; a state before execution has none. */
const executedStatuses = sql`('PROCESSING', 'COMPLETED')`;

/** What must hold of payments and their entries. */
export const paymentInvariants: readonly Invariant[] = [
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
    'refunds-never-exceed',
    'No payment gives back to its source more than it took from it.',
    sql<Breach>`select 'transaction ' || t.id as breach from transactions t
      join ledger_entries e on e.tenant = t.tenant and e.subject_id = t.id
      join ledger_postings p on p.tenant = e.tenant and p.entry_id = e.id and p.account = t.source_account_id
      group by t.tenant, t.id having ${exactSum(sql.ref('p.amount_minor'))} > ${zero} limit 1`,
  ),
  ...refundInvariants,
  ...amountInvariants,
  ...umaPaymentInvariants,
  eventsAreNumbered('transactions'),
  conversionInvariant,
  eventPaths,
];
