import { mustMove } from '../../engines/states/transition.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type ExternalHandler, isRefusal, type Outcome, refuse } from '../../operation/operation.ts';
import { findForCaller } from './find-for-caller.ts';
import type { FoundInvitation } from './find-invitation.ts';
import { viewInvitation } from './invitation-view.ts';
import { moveInvitation } from './invitations-repository.ts';
import { refuseSettled } from './refuse-settled.ts';

export const cancelInvitation: ExternalHandler<'cancelInvitation'> = async (call) => {
  const found = await findForCaller(call);
  if (isRefusal(found)) return found;
  if (found.tenant !== call.tenant)
    return refuse('FORBIDDEN', 'Only the platform that created the invitation can cancel it.');
  return found.deps.database.transaction((unit) => cancel(unit, found));
};

async function cancel(unit: Unit, found: FoundInvitation): Promise<Outcome<'cancelInvitation'>> {
  const { code, tenant, deps } = found;
  const now = deps.clock.now();
  const row = await found.read(unit);
  const settled = refuseSettled(row, 'CANCEL', now);
  if (settled !== undefined) return settled;
  const { id, status: from, sequence } = row;
  const { to } = mustMove('invitation', from, 'CANCEL');
  const isMoved = await moveInvitation(unit, {
    tenant,
    id,
    from,
    to,
    now,
    inviteeUma: null,
    claimedAt: null,
    sequence,
  });
  // Another request was faster; its result is the reason of the refusal.
  if (!isMoved) return refuseSettled(await found.read(unit), 'CANCEL', now) ?? cancel(unit, found);
  return { status: 200, body: viewInvitation({ row: { ...row, status: to, updated_at: now }, code, now, deps }) };
}
