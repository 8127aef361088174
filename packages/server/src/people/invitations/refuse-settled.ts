import { moveFrom, type TriggerOf } from '../../engines/states/transition.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { statusAt } from './invitation-view.ts';
import type { InvitationRow } from './tables.ts';

type Settled = Refusal<'INVITATION_ALREADY_CLAIMED' | 'INVITATION_CANCELLED'>;

/** Refuses a move that the current status of the invitation does not have. */
export function refuseSettled(row: InvitationRow, trigger: TriggerOf<'invitation'>, now: Instant): Settled | undefined {
  const status = statusAt(row, now);
  if (moveFrom('invitation', status, trigger) !== undefined) return undefined;
  if (status === 'CLAIMED') {
    return refuse(
      'INVITATION_ALREADY_CLAIMED',
      'The invitation has already been claimed. Read it to see who claimed it, and create another one for another person.',
      { status, inviteeUma: row.invitee_uma },
    );
  }
  if (status === 'EXPIRED') {
    return refuse(
      'INVITATION_CANCELLED',
      `The invitation expired at ${row.expires_at}. Ask the inviter for another one.`,
      { status, expirationTime: row.expires_at },
    );
  }
  return refuse('INVITATION_CANCELLED', 'The invitation was cancelled. Ask the inviter for another one.', { status });
}
