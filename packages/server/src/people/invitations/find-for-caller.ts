import type { ExternalCall, Refusal } from '../../operation/operation.ts';
import { isRefusal } from '../../operation/operation.ts';
import { type FoundInvitation, findInvitation, unknownInvitation } from './find-invitation.ts';

type ByCode = 'getInvitation' | 'claimInvitation' | 'cancelInvitation';

/** The invitation of the code in a request. */
export async function findForCaller({
  input,
  caller,
  deps,
}: ExternalCall<ByCode>): Promise<FoundInvitation | Refusal<'INVITATION_NOT_FOUND' | 'RATE_LIMITED'>> {
  const realNow = deps.forEnvironment(caller.environment).clock.now();
  const { invitationCode: code } = input.path;
  const found = await findInvitation(deps, realNow, { code, by: `platform ${caller.tenant}` });
  if (isRefusal(found)) return found;
  return found.environment === caller.environment ? found : unknownInvitation();
}
