import { appendEvents } from '../../engines/outbox/append-event.ts';
import { mustMove } from '../../engines/states/transition.ts';
import { umaAddress } from '../../engines/uma/uma-address.ts';
import type { Unit } from '../../ground/database/unit.ts';
import {
  type ExternalCall,
  type ExternalHandler,
  isRefusal,
  type Outcome,
  refuseFields,
} from '../../operation/operation.ts';
import { findCustomerByUmaAddress } from '../customers/find-customer.ts';
import { findForCaller } from './find-for-caller.ts';
import type { FoundInvitation } from './find-invitation.ts';
import { viewInvitation } from './invitation-view.ts';
import { moveInvitation } from './invitations-repository.ts';
import { refuseSettled } from './refuse-settled.ts';
import type { InvitationRow } from './tables.ts';

export const claimInvitation: ExternalHandler<'claimInvitation'> = async (call) => {
  const found = await findForCaller(call);
  if (isRefusal(found)) return found;
  return found.deps.database.transaction((unit) => claim(unit, call, found));
};

/** Writes belong to the inviter's platform and use its clock; the claimant is a customer of the caller. */
async function claim(
  unit: Unit,
  call: ExternalCall<'claimInvitation'>,
  found: FoundInvitation,
): Promise<Outcome<'claimInvitation'>> {
  const { input, tenant: claimant } = call;
  const { code, tenant, deps } = found;
  const now = deps.clock.now();
  const row = await found.read(unit);
  const settled = refuseSettled(row, 'CLAIM', now);
  if (settled !== undefined) return settled;
  const inviteeUma = umaAddress(input.body.inviteeUma).text;
  const invitee = await findCustomerByUmaAddress(unit, claimant, inviteeUma);
  if (invitee === undefined || invitee.isDeleted)
    return refuseInvitee('Send the UMA address of one of your customers.');
  const isInviter = row.inviter_id === null ? inviteeUma === row.inviter_uma : invitee.id === row.inviter_id;
  if (claimant === tenant && isInviter)
    return refuseInvitee('Send the address of the invited person: an inviter cannot claim their own invitation.');
  const { from, to, event } = { from: row.status, ...mustMove('invitation', row.status, 'CLAIM') };
  const claimed: InvitationRow = {
    ...row,
    status: to,
    invitee_uma: inviteeUma,
    claimed_at: now,
    sequence: row.sequence + 1,
    updated_at: now,
  };
  const { id, sequence } = claimed;
  const isMoved = await moveInvitation(unit, { tenant, id, from, to, now, inviteeUma, claimedAt: now, sequence });
  // Another request was faster; its result is the reason of the refusal.
  if (!isMoved) return refuseSettled(await found.read(unit), 'CLAIM', now) ?? claim(unit, call, found);
  const data = viewInvitation({ row: claimed, code, now, deps });
  appendEvents({ unit, tenant, ids: deps.ids, now }, [{ type: event, resourceId: id, sequence, data }]);
  return { status: 200, body: data };
}

function refuseInvitee(message: string): ReturnType<typeof refuseFields> {
  return refuseFields([{ field: 'inviteeUma', message }]);
}
