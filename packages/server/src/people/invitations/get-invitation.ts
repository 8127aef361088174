import { type ExternalHandler, isRefusal } from '../../operation/operation.ts';
import { findForCaller } from './find-for-caller.ts';
import { viewInvitation } from './invitation-view.ts';

export const getInvitation: ExternalHandler<'getInvitation'> = async (call) => {
  const found = await findForCaller(call);
  if (isRefusal(found)) return found;
  const { code, deps } = found;
  const row = await deps.database.read(found.read);
  return { status: 200, body: viewInvitation({ row, code, now: deps.clock.now(), deps }) };
};
