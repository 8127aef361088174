import { type Handler, isRefusal } from '../../operation/operation.ts';
import { viewExternalAccount } from '../external/external-account-view.ts';
import { proveBySignature } from './prove-by-signature.ts';
import { takeAccount } from './take-account.ts';

export const verifyExternalAccountOwnership: Handler<'verifyExternalAccountOwnership'> = async (call) => {
  const account = await takeAccount(call, call.input.path.externalAccountId, 'ALL');
  if (isRefusal(account)) return account;
  const proved = await proveBySignature(call, account, call.input.body);
  return isRefusal(proved) ? proved : { status: 200, body: viewExternalAccount(proved) };
};
