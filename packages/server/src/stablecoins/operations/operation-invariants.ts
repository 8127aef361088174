import { sql } from 'kysely';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';

/** The invariants of mints and burns. */
export const operationInvariants: readonly Invariant[] = [
  sqlInvariant(
    'failed-stablecoin-operations-have-reasons',
    'A mint or burn has a failure reason if and only if it has failed.',
    sql<Breach>`select 'stablecoin operation ' || id as breach from stablecoin_operations
      where (status = 'FAILED') <> (failure_reason is not null) limit 1`,
  ),
  sqlInvariant(
    'stablecoin-operations-wait-for-something',
    'A mint or burn that waits for a wire or for tokens has instructions and an expiry, and has not been funded.',
    sql<Breach>`select 'stablecoin operation ' || id as breach from stablecoin_operations
      where status in ('PENDING_FUNDING', 'EXPIRED')
        and (expires_at is null or funding_instructions is null or funded_at is not null) limit 1`,
  ),
  sqlInvariant(
    'mints-are-paid-once',
    'Money that an internal account paid for tokens is in transit until the mint ends, and then was settled or refunded exactly once.',
    sql<Breach>`select 'entries of ' || e.subject_id as breach from ledger_entries e
      left join stablecoin_operations o on o.tenant = e.tenant and o.id = e.subject_id
      where e.kind like 'STABLECOIN_%'
      group by e.tenant, e.subject_id
      having min(case when e.kind = 'STABLECOIN_DEBIT' then 0 else 1 end) <> 0
        or sum(case when e.kind = 'STABLECOIN_SETTLE' then 1 else 0 end)
          <> max(case when o.status = 'COMPLETED' then 1 else 0 end)
        or sum(case when e.kind = 'STABLECOIN_REFUND' then 1 else 0 end)
          <> max(case when o.status is null or o.status in ('FAILED', 'EXPIRED') then 1 else 0 end) limit 1`,
  ),
  sqlInvariant(
    'mints-from-here-are-paid',
    'Every mint from an internal account has debited that account.',
    sql<Breach>`select 'stablecoin operation ' || o.id as breach from stablecoin_operations o
      left join ledger_entries e on e.tenant = o.tenant and e.subject_id = o.id and e.kind = 'STABLECOIN_DEBIT'
      where o.source_type = 'SERVICE_INTERNAL_ACCOUNT' and e.id is null limit 1`,
  ),
];
