import { sql } from 'kysely';
import { endOfTime } from '../../ground/clock/instant.ts';
import { type Breach, type Invariant, sqlInvariant } from '../../ground/database/invariant.ts';

/** What must hold of invitations besides the numbering of their events. */
export const invitationInvariants: readonly Invariant[] = [
  sqlInvariant(
    'claims-of-invitations',
    'A claimed invitation has its claimant, a claim time before its expiry, and one event; any other invitation has none of these.',
    sql<Breach>`select i.id || ' is ' || i.status as breach from invitations i
      where case when i.status = 'CLAIMED'
        then i.invitee_uma is null or i.claimed_at is null or i.sequence <> 1
          or i.claimed_at < i.created_at or i.claimed_at >= coalesce(i.expires_at, ${sql.lit(endOfTime)})
        else i.invitee_uma is not null or i.claimed_at is not null or i.sequence <> 0 end
        or i.status not in ('PENDING', 'CLAIMED', 'CANCELLED') limit 1`,
  ),
];
