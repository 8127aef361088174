import { type Handler, isRefusal } from '../../operation/operation.ts';
import { lockAccount } from './lock-account.ts';
import { startChallenge } from './start-challenge.ts';

/** Accounts of customers are not found here. */
export const createPlatformExternalAccountOwnershipChallenge: Handler<
  'createPlatformExternalAccountOwnershipChallenge'
> = async (call) => {
  const account = await lockAccount(call, call.input.path.externalAccountId, 'PLATFORM');
  if (isRefusal(account)) return account;
  const challenge = await startChallenge(call, account, call.input.body.method);
  return isRefusal(challenge) ? challenge : { status: 201, body: challenge };
};
