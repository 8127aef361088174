import { sql } from 'kysely';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';

/** The invariants of delegated keys. */
export const delegatedKeyInvariants: readonly Invariant[] = [
  sqlInvariant(
    'active-keys-have-cards',
    'An active key belongs to a wallet that pays for a card that is not closed.',
    sql<Breach>`select 'delegated key ' || k.id as breach from delegated_keys k
      left join card_funding_sources s on s.tenant = k.tenant and s.id = k.funding_source_id
      left join cards c on c.tenant = s.tenant and c.id = s.card_id
      where k.status = 'ACTIVE' and (c.id is null or c.state = 'CLOSED' or s.account_id <> k.account_id) limit 1`,
  ),
];
