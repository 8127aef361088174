import { type Handler, isRefusal } from '../../operation/operation.ts';
import { startChallenge } from './start-challenge.ts';
import { takeAccount } from './take-account.ts';

export const createExternalAccountOwnershipChallenge: Handler<'createExternalAccountOwnershipChallenge'> = async (
  call,
) => {
  const account = await takeAccount(call, call.input.path.externalAccountId, 'ALL');
  if (isRefusal(account)) return account;
  const challenge = await startChallenge(call, account, call.input.body.method);
  return isRefusal(challenge) ? challenge : { status: 201, body: challenge };
};
