import { type Handler, isRefusal } from '../../operation/operation.ts';
import { viewExternalAccount } from '../external/external-account-view.ts';
import { lockAccount } from './lock-account.ts';
import { proveBySignature } from './prove-by-signature.ts';

export const verifyExternalAccountOwnership: Handler<'verifyExternalAccountOwnership'> = async (call) => {
  const account = await lockAccount(call, call.input.path.externalAccountId, 'ALL');
  if (isRefusal(account)) return account;
  const proved = await proveBySignature(call, account, call.input.body);
  return isRefusal(proved) ? proved : { status: 200, body: viewExternalAccount(proved) };
};
