import type { StateOf } from '@payments-platform/types';
import type { Selectable } from 'kysely';
import { type JoinedClock, joinedColumns } from '../../engines/clocks/clocks.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { tenantExists } from '../../ground/database/existing-tenant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import { table } from '../../ground/database/table.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { InvitationRow } from './tables.ts';

interface CodeHolder extends JoinedClock {
  readonly tenant: number;
  readonly environment: Selectable<Schema['platforms']>['environment'];
}

/** Without a tenant: another platform may claim an invitation, so the code finds the tenant. */
const findAnywhere = statement<{ readonly digest: string }, CodeHolder>('findInvitationAnywhere', (db, { digest }) =>
  db
    .selectFrom('invitations')
    .innerJoin('platforms', 'platforms.tenant', 'invitations.tenant')
    .leftJoin('clocks', 'clocks.tenant', 'invitations.tenant')
    .select([...joinedColumns, 'invitations.tenant', 'platforms.environment'])
    .where('invitations.code_digest', '=', digest)
    .where(tenantExists('invitations.tenant')),
);

/** The platform that issued a code, and its clock. */
export function findCodeHolder(unit: Unit, digest: string): Promise<CodeHolder | undefined> {
  return unit.first(findAnywhere, { digest });
}

const find = table('invitations').find('code_digest');

/** An invitation that is known to exist. */
export async function readInvitation(unit: Unit, tenant: number, digest: string): Promise<InvitationRow> {
  const row = await unit.first(find, { tenant, code_digest: digest });
  if (row === undefined) throw new Error('an invitation does not exist');
  return row;
}

export function insertInvitation(unit: Unit, row: InvitationRow): void {
  unit.insert('invitations', [row]);
}

interface InvitationMove {
  readonly tenant: number;
  readonly id: string;
  readonly from: StateOf<'invitation'>;
  readonly to: StateOf<'invitation'>;
  readonly now: Instant;
  /** The claimant and the time of the claim; `null` if it is cancelled. */
  readonly inviteeUma: string | null;
  readonly claimedAt: Instant | null;
  /** The number of its events after the move. */
  readonly sequence: number;
}

const move = statement<InvitationMove, never>('moveInvitation', (db, given) =>
  db
    .updateTable('invitations')
    .set({
      status: given.to,
      invitee_uma: given.inviteeUma,
      claimed_at: given.claimedAt,
      sequence: given.sequence,
      updated_at: given.now,
    })
    .where('tenant', '=', given.tenant)
    .where('id', '=', given.id)
    .where('status', '=', given.from),
);

/** Returns whether the invitation still had that status: of a simultaneous claim and cancellation, one succeeds. */
export async function moveInvitation(unit: Unit, change: InvitationMove): Promise<boolean> {
  return (await unit.run(move, change)) === 1;
}
