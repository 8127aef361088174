import { type Handler, isRefusal } from '../../operation/operation.ts';
import { lockAccount } from './lock-account.ts';
import { startChallenge } from './start-challenge.ts';

export const createExternalAccountOwnershipChallenge: Handler<'createExternalAccountOwnershipChallenge'> = async (
  call,
) => {
  const account = await lockAccount(call, call.input.path.externalAccountId, 'ALL');
  if (isRefusal(account)) return account;
  const challenge = await startChallenge(call, account, call.input.body.method);
  return isRefusal(challenge) ? challenge : { status: 201, body: challenge };
};
