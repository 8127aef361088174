import type { UmaInvitation } from '@payments-platform/types';
import { mustMove, type StateOf } from '../../engines/states/transition.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { viewAmount } from '../../ground/money/money.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import type { InvitationRow } from './tables.ts';

/** The status at a time of the creator's clock; an invitation expires without a write. */
export function statusAt(
  { status, expires_at: expiresAt }: Pick<InvitationRow, 'status' | 'expires_at'>,
  now: Instant,
): StateOf<'invitation'> {
  const isOver = status === 'PENDING' && expiresAt !== null && expiresAt <= now;
  return isOver ? mustMove('invitation', status, 'EXPIRE').to : status;
}

interface Shown {
  readonly row: InvitationRow;
  /** As the caller sent it or as it was generated; it is not stored. */
  readonly code: string;
  readonly now: Instant;
  readonly deps: Pick<ServerDeps, 'publicUrl'>;
}

export function viewInvitation({ row, code, now, deps }: Shown): UmaInvitation {
  const { amount_minor: amountMinor, currency } = row;
  return {
    code,
    url: `${deps.publicUrl()}/i/${code}`,
    status: statusAt(row, now),
    inviterUma: row.inviter_uma,
    ...(row.invitee_uma === null ? {} : { inviteeUma: row.invitee_uma }),
    ...(row.first_name === null ? {} : { firstName: row.first_name }),
    ...(amountMinor === null || currency === null ? {} : { amountToSend: viewAmount(amountMinor, currency) }),
    createdAt: row.created_at,
    ...(row.claimed_at === null ? {} : { claimedAt: row.claimed_at }),
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
  };
}
