import { sql } from 'kysely';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';

/** What must hold of quotes and their transactions. */
export const quoteInvariants: readonly Invariant[] = [
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
];
