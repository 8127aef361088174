import { sql } from 'kysely';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';

/** What must hold of the keys that pay for cards. */
export const delegatedKeyInvariants: readonly Invariant[] = [
  sqlInvariant(
    'active-keys-have-cards',
    'A key that is active is of a wallet that pays for a card which is not closed.',
    sql<Breach>`select 'delegated key ' || k.id as breach from delegated_keys k
      left join card_funding_sources s on s.tenant = k.tenant and s.id = k.funding_source_id
      left join cards c on c.tenant = s.tenant and c.id = s.card_id
      where k.status = 'ACTIVE' and (c.id is null or c.state = 'CLOSED' or s.account_id <> k.account_id) limit 1`,
  ),
];
