import { type Handler, isRefusal } from '../../operation/operation.ts';
import { startChallenge } from './start-challenge.ts';
import { takeAccount } from './take-account.ts';

/** Accounts of customers are not found here. */
export const createPlatformExternalAccountOwnershipChallenge: Handler<
  'createPlatformExternalAccountOwnershipChallenge'
> = async (call) => {
  const account = await takeAccount(call, call.input.path.externalAccountId, 'PLATFORM');
  if (isRefusal(account)) return account;
  const challenge = await startChallenge(call, account, call.input.body.method);
  return isRefusal(challenge) ? challenge : { status: 201, body: challenge };
};
