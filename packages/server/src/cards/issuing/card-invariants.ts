import { sql } from 'kysely';
import { eventsAreNumbered } from '../../engines/outbox/outbox-invariants.ts';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';

/** The invariants of cards. */
export const cardInvariants: readonly Invariant[] = [
  sqlInvariant(
    'cards-are-paid-by-their-cardholder',
    'Every card has a first funding source, and all of its funding sources are accounts of its cardholder.',
    sql<Breach>`select 'card ' || c.id as breach from cards c
      left join card_funding_sources s on s.tenant = c.tenant and s.card_id = c.id
      left join internal_accounts a on a.tenant = s.tenant and a.id = s.account_id
      group by c.tenant, c.id, c.cardholder_id
      having coalesce(min(s.position), -1) <> 0 or count(a.id) <> count(s.id) or min(a.customer_id) <> c.cardholder_id
        or max(a.customer_id) <> c.cardholder_id limit 1`,
  ),
  sqlInvariant(
    'closed-cards-have-reasons',
    'A card has a reason for its state if and only if it is closed.',
    sql<Breach>`select 'card ' || id as breach from cards where (state = 'CLOSED') <> (state_reason is not null) limit 1`,
  ),
  eventsAreNumbered('cards'),
];
