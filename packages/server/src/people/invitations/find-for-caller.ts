import type { ExternalCall, Refusal } from '../../operation/operation.ts';
import { type FoundInvitation, findInvitation, platformOf } from './find-invitation.ts';

type ByCode = 'getInvitation' | 'claimInvitation' | 'cancelInvitation';

/**
 * The invitation of the code in a request. The sandbox worlds of a platform share its attempts, because a platform can
 * create any number of worlds.
 */
export async function findForCaller({
  input,
  caller,
  deps,
}: ExternalCall<ByCode>): Promise<FoundInvitation | Refusal<'INVITATION_NOT_FOUND' | 'RATE_LIMITED'>> {
  const { environment, tenant, creator = tenant } = caller;
  const realNow = deps.forEnvironment(environment).clock.now();
  return findInvitation(deps, realNow, { code: input.path.invitationCode, by: platformOf(creator), environment });
}
